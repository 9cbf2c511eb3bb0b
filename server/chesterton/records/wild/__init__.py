"""Decision records as other people write them: formats, languages, words and habits, read as they are.

Everything here is a general rule with its words in a table beside it; nothing knows a particular repository.
"""
