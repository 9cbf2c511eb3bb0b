"""Sources that several tests change in their own way."""

LOAD = '''\
def load(path, strict=True):
    """Read a file."""
    with open(path) as file:
        data = parse(file.read(), strict)
    if strict and not data:
        raise ValueError("nothing in " + path)
    return normalise(data, path)
'''
CLOSE = """\
def close(handle):
    handle.flush()
    handle.close()
"""
FILE = LOAD + "\n\n" + CLOSE
READ = FILE.replace("def load(", "def read(")
