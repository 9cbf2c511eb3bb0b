"""Records and the other files a team writes: formats, house styles, lifecycle, lint.

Bytes in, values and file changes out. Knows nothing of code.
"""
