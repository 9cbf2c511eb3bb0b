"""Languages, parsing, symbols, references, the workspace index and the code graph.

Bytes in, values out; the language facts are data in `grammars/`. Knows nothing of records.
"""
