import os
from pathlib import Path

import pytest

from chesterton.base.paths import OutsideRootError, path_to_uri, repo_path, uri_key, uri_to_path


@pytest.mark.parametrize(("text", "path"), [("./a//b/../c", "a/c"), (".", ""), ("a/", "a")])
def test_relative_paths_are_normalised(text: str, path: str) -> None:
    assert repo_path(text) == path


@pytest.mark.parametrize("text", ["/etc/passwd", "../x", "a/../../x", "C:/x"])
def test_paths_out_of_the_workspace_are_refused(text: str) -> None:
    with pytest.raises(OutsideRootError, match="outside the workspace"):
        repo_path(text)


@pytest.mark.parametrize("path", ["/a b/ü#?.py", "/plain.py", "/100%/x", os.fsdecode(b"/caf\xe9.py")])
def test_a_path_survives_its_uri(path: str) -> None:
    assert uri_to_path(path_to_uri(Path(path))) == Path(path)


@pytest.mark.parametrize(
    "uri", ["git:/a.py", "untitled:Untitled-1", "vscode-notebook-cell:/a.ipynb#W0", "file://[::1/a.py"]
)
def test_other_schemes_name_no_file(uri: str) -> None:
    assert uri_to_path(uri) is None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("file:///c%3A/x/a.py", "file:///C:/x/a.py"),
        ("file:///a%20b/", "file:///a b"),
        ("FILE:///x", "file:///x"),
    ],
)
def test_spellings_of_one_uri_share_a_key(left: str, right: str) -> None:
    assert uri_key(left) == uri_key(right)


def test_cells_of_a_notebook_keep_their_own_keys() -> None:
    assert uri_key("vscode-notebook-cell:/a.ipynb#W0") != uri_key("vscode-notebook-cell:/a.ipynb#W1")
