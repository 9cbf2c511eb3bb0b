"""A year of a repository with a record on every function: which flags are right, which changes are missed.

    python tests/bench/tracking/year.py REPOSITORY SUFFIX [--days 365] [--every 75]

An independent judge looks at the text of both states: CPython's own parser for Python (docstrings removed), the
tokens of Pygments without comments and white space for anything else. That second judge also counts a removed pair of
parentheses or a trailing comma as a change, so what it calls missed is an upper bound.
"""

import argparse
import ast
import textwrap
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

from chesterton.anchors.drift import differences
from chesterton.anchors.history import Revisions, commits, revisions
from chesterton.anchors.now import FileView
from chesterton.anchors.replay import Start, Trace, step
from chesterton.base import git
from chesterton.base.paths import RepoPath
from chesterton.code.model import Symbol

FUNCTIONS = frozenset(("function", "method", "constructor"))
DOCUMENTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
FLAGGED = frozenset(("body", "signature"))


def commit_before(repository: Path, day: date) -> str:
    out = git.run(
        repository, "rev-list", "-1", "--first-parent", f"--before={day.isoformat()}T00:00:00Z", "HEAD"
    )
    return out.decode().strip()


def text_of(view: FileView, symbol: Symbol) -> str:
    line = view.data.rfind(b"\n", 0, symbol.span.start) + 1
    lead = view.data[line : symbol.span.start]
    text = view.data[symbol.span.start : symbol.span.end].decode(errors="replace")
    return lead.decode(errors="replace") + text if not lead.strip() else text


def judged(view: FileView, symbol: Symbol) -> str | None:
    """What an independent reader sees in a function, its own name aside; None when it can't read it."""
    text = text_of(view, symbol)
    if view.path.endswith(".py"):
        try:
            tree = ast.parse(textwrap.dedent(text))
        except SyntaxError:
            return None
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        if isinstance(tree.body[0], ast.FunctionDef | ast.AsyncFunctionDef):
            tree.body[0].name = "_"
        return ast.dump(tree)
    from pygments.lexers import get_lexer_for_filename
    from pygments.token import Comment, Whitespace

    tokens = get_lexer_for_filename(view.path).get_tokens(text)
    words = [
        value.strip()
        for kind, value in tokens
        if kind not in Comment and kind not in Whitespace and value.strip()
    ]
    return "\0".join("_" if word == symbol.name else word for word in words if word)


def sample(traces: dict[Start, Trace], files: Revisions, start: str, here: str, counts: Counter[str]) -> None:
    for origin, trace in traces.items():
        old = files.view(start, origin.path)
        new = files.view(here, trace.path) if trace.gone is None else None
        then = old.by_key.get(origin.key) if old else None
        now = new.by_key.get(trace.key) if new else None
        if old is None or then is None:
            continue
        counts["anchors"] += 1
        if new is None or now is None:
            counts["gone"] += 1
            continue
        counts["moved or renamed"] += (trace.path, trace.key) != origin
        counts["asked"] += trace.doubtful
        before, after = old.fingerprint(then), new.fingerprint(now, then.name)
        left, right = judged(old, then), judged(new, now)
        assert before is not None
        assert after is not None
        parts = differences(before, after)
        flagged = bool(parts & FLAGGED)
        counts["flagged"] += flagged
        counts["of them names only"] += flagged and "names" in parts
        if left is None or right is None:
            counts["not judged"] += 1
            continue
        counts["changed by the judge"] += left != right
        if flagged and left == right:
            counts["flagged but unchanged"] += 1
            print("  unchanged", here[:10], trace.path, trace.key)
        if not flagged and left != right:
            counts["changed but not flagged"] += 1
            print("  missed", here[:10], trace.path, trace.key)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("repository", type=Path)
    options.add_argument("suffix")
    options.add_argument("--days", type=int, default=365)
    options.add_argument("--every", type=int, default=75)
    options.add_argument("--until", type=date.fromisoformat)
    given = options.parse_args()
    last = git.run(given.repository, "log", "-1", "--format=%cs", "HEAD").decode().strip()
    end = given.until or date.fromisoformat(last)
    start = commit_before(given.repository, end - timedelta(days=given.days))
    stops = {
        commit_before(given.repository, end - timedelta(days=back))
        for back in range(0, given.days, given.every)
    }
    names = git.run(given.repository, "ls-tree", "-r", "--name-only", "-z", start).decode().split("\0")
    counts: Counter[str] = Counter()
    with revisions(given.repository) as files:
        traces: dict[Start, Trace] = {}
        for name in names:
            view = files.view(start, RepoPath(name)) if name.endswith(given.suffix) else None
            for symbol in view.symbols if view else ():
                if symbol.kind in FUNCTIONS:
                    origin = Start(RepoPath(name), symbol.key)
                    traces[origin] = Trace(*origin)
        for commit in commits(given.repository, start, "HEAD"):
            step(commit, traces, files)
            if commit.id in stops:
                sample(traces, files, start, commit.id, counts)
    print(given.repository.parent.name, given.suffix, start[:10], end, dict(counts))


if __name__ == "__main__":
    main()
