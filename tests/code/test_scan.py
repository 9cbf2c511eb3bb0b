import subprocess
from pathlib import Path

import pytest

from chesterton.base.paths import RepoPath
from chesterton.code.scan import Listing, ScanRules, generated, listing, named, vendored


def write(root: Path, *paths: str, text: str = "x = 1\n") -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *identity, "-C", root, *arguments], check=True, capture_output=True)


def python_files(root: Path, *exclude: str) -> Listing:
    return listing(root, ScanRules(exclude=exclude), lambda path: path.endswith(".py"))


@pytest.fixture(params=["git", "walk"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The same workspace, with and without git."""
    folder = tmp_path / "work"
    folder.mkdir()
    if request.param == "git":
        git(folder, "init", "-q")
    return folder


def test_the_rules_of_gitignore_hold_with_and_without_git(root: Path) -> None:
    write(root, ".gitignore", text="out/\n*.log\n!keep.log\n")
    write(root, "a.py", "out/b.py", "sub/out/c.py", "x.log", "keep.log", "sub/d.py")
    found = python_files(root)
    assert found.paths == (".gitignore", "a.py", "keep.log", "sub/d.py")
    assert set(found.sources) == {"a.py", "sub/d.py"}


def test_nested_ignore_files_hold(root: Path) -> None:
    write(root, "sub/.gitignore", text="/b.py\n")
    write(root, "a.py", "b.py", "sub/b.py", "sub/deep/b.py")
    assert set(python_files(root).sources) == {"a.py", "b.py", "sub/deep/b.py"}


@pytest.mark.parametrize(
    ("glob", "left"),
    [("gen/", {"a.py", "sub/b.py"}), ("/a.py", {"gen/a.py", "sub/b.py"}), ("sub/*.py", {"a.py", "gen/a.py"})],
)
def test_configured_globs_are_left_out(root: Path, glob: str, left: set[str]) -> None:
    write(root, "a.py", "gen/a.py", "sub/b.py")
    assert set(python_files(root, glob).sources) == left


def test_the_status_follows_the_content(root: Path) -> None:
    write(root, "a.py")
    before = python_files(root).sources[RepoPath("a.py")]
    assert python_files(root).sources[RepoPath("a.py")] == before
    write(root, "a.py", text="x = 22\n")
    assert python_files(root).sources[RepoPath("a.py")] != before


def test_links_are_listed_only_when_they_stay_inside(root: Path, tmp_path: Path) -> None:
    write(tmp_path, "secret.py", "folder/deep.py")
    write(root, "a.py")
    (root / "inner.py").symlink_to("a.py")
    (root / "outer.py").symlink_to(tmp_path / "secret.py")
    (root / "loop").symlink_to(root)
    (root / "folder.py").symlink_to(tmp_path / "folder")
    found = python_files(root)
    assert set(found.sources) == {"a.py"}
    assert {"a.py", "inner.py"} <= set(found.paths)
    assert not {"outer.py", "folder.py", "loop/a.py"} & set(found.paths)


def test_a_deleted_tracked_file_is_not_listed(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write(tmp_path, "a.py", "b.py")
    git(tmp_path, "add", ".")
    (tmp_path / "b.py").unlink()
    assert python_files(tmp_path).paths == ("a.py",)


def test_submodules_belong_to_the_workspace(tmp_path: Path) -> None:
    library, root = tmp_path / "library", tmp_path / "work"
    for folder in (library, root):
        folder.mkdir()
        git(folder, "init", "-q")
    write(library, "lib.py", "skip.log")
    write(library, ".gitignore", text="*.log\n")
    git(library, "add", ".")
    git(library, "commit", "-qm", "x")
    git(root, "submodule", "add", "-q", str(library), "parts/lib")
    assert set(python_files(root).sources) == {"parts/lib/lib.py"}


def test_files_are_found_by_their_names(root: Path) -> None:
    write(root, "a.md", "sub/B.MD", "sub/.adr-dir", "c.py", "out/d.md", "md")
    write(root, ".gitignore", text="out/\n")
    assert named(root, ScanRules(), ("*.md", ".adr-dir")) == ("a.md", "sub/.adr-dir", "sub/B.MD")
    assert named(root, ScanRules(exclude=("sub",)), ("*.md",)) == ("a.md",)


def test_names_are_found_in_submodules_and_deleted_files_are_not(tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    for folder in (inner, outer):
        folder.mkdir()
        git(folder, "init", "-q")
    write(inner, "a.md", "b.py")
    git(inner, "add", ".")
    git(inner, "commit", "-qm", "x")
    git(outer, "submodule", "add", "-q", str(inner), "part")
    write(outer, "c.md", "d.md")
    git(outer, "add", ".")
    (outer / "d.md").unlink()
    assert named(outer, ScanRules(), ("*.md",)) == ("c.md", "part/a.md")
    assert named(outer, ScanRules(exclude=("part",)), ("*.md",)) == ("c.md",)


def test_a_folder_inside_a_repository_lists_only_itself(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write(tmp_path, "a.py", "sub/b.py")
    assert python_files(tmp_path / "sub").paths == ("b.py",)


def test_a_root_that_is_no_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError, match="nowhere"):
        python_files(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("web/node_modules/x/index.js", True),
        ("third_party/zlib/inflate.c", True),
        ("deps/lua/src/lapi.c", True),
        ("src/deps/graph.py", False),
        ("django/vendor_utils.py", False),
        ("docs/vendors.md", False),
    ],
)
def test_vendored_paths(path: str, expected: bool) -> None:
    assert vendored(RepoPath(path)) is expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.go", "// Code generated by protoc-gen-go. DO NOT EDIT.\npackage a\n", True),
        ("a.ts", "/**\n * @generated SignedSource<<abc>>\n */\n", True),
        ("a_pb2.py", "", True),
        ("jquery.min.js", "", True),
        ("lib.js", "var a=1;" * 2000, True),
        ("a.py", '"""Generates the table of contents."""\n', False),
        ("a.py", "# Edit this file by hand.\n" + "x = 1\n" * 5000, False),
    ],
)
def test_machine_written_files(path: str, text: str, expected: bool) -> None:
    assert generated(RepoPath(path), text.encode()) is expected
