"""Every language folder against its sample: by hand-written expectation, and by Universal Ctags."""

import json
import subprocess
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chesterton.code.languages import Language, for_path, languages
from chesterton.code.model import FileFacts
from chesterton.code.parsing import parse
from chesterton.code.symbols import outline, read

PATCHES = [b"", b"{", b"}", b"(", b'"', b"\n\n", b"/*", b"\xc3\xa9", b"\t#", b"<<<<<<< HEAD\n"]
COMPARED = [language for language in languages() if (language.folder / "sample.ctags").exists()]


def sample_of(language: Language) -> Path:
    (sample,) = (
        path for path in language.folder.glob("sample.*") if path.suffix not in (".expected", ".ctags")
    )
    return sample


def line_of(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1


def facts_of(language: Language) -> tuple[bytes, FileFacts]:
    data = sample_of(language).read_bytes()
    return data, read(language, data)


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.name)
def test_sample_has_the_symbols_written_down_for_it(language: Language):
    data, facts = facts_of(language)
    assert [
        f"{symbol.kind} {symbol.key} {line_of(data, symbol.span.start)}-{line_of(data, symbol.span.end - 1)}"
        for symbol in facts.symbols
    ] == (language.folder / "sample.expected").read_text("utf-8").splitlines()


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.name)
def test_sample_is_recognised_and_free_of_errors(language: Language):
    data, facts = facts_of(language)
    assert for_path(sample_of(language).name, data) is language
    assert not facts.has_errors


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.name)
def test_outline_has_the_same_symbols_and_nothing_else(language: Language):
    data, facts = facts_of(language)
    found = outline(language, parse(language, data), data)
    assert found == FileFacts(language.name, facts.symbols)


@pytest.mark.parametrize("language", COMPARED, ids=lambda language: language.name)
def test_ctags_agrees_on_the_sample_but_for_listed_reasons(language: Language):
    data, facts = facts_of(language)
    known = tomllib.loads((language.folder / "sample.ctags").read_text("utf-8"))
    ours = {f"{symbol.name}@{line_of(data, symbol.name_span.start)}" for symbol in facts.symbols}
    theirs = ctags(sample_of(language), known["options"])
    assert ours - theirs == {tag for group in known.get("ours", ()) for tag in group["tags"]}
    assert theirs - ours == {tag for group in known.get("ctags", ()) for tag in group["tags"]}


def ctags(sample: Path, options: list[str]) -> set[str]:
    command = ["ctags", "--options=NONE", "--output-format=json", "--fields=+n", "-f", "-", *options]
    # ctags names what has no name after a hash of the path it is given.
    run = subprocess.run(
        [*command, sample.name], cwd=sample.parent, capture_output=True, check=True, text=True, timeout=60
    )
    tags = (json.loads(line) for line in run.stdout.splitlines())
    return {f"{tag['name']}@{tag['line']}" for tag in tags}


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.name)
@given(start=st.floats(0, 1), end=st.floats(0, 1), patch=st.sampled_from(PATCHES))
@settings(max_examples=25, deadline=None)
def test_damaged_text_still_has_well_formed_symbols(
    language: Language, start: float, end: float, patch: bytes
):
    sample = sample_of(language).read_bytes()
    data = sample[: int(start * len(sample))] + patch + sample[int(end * len(sample)) :]
    data = data.decode("utf-8", "replace").encode()
    facts = read(language, data)
    assert len({symbol.key for symbol in facts.symbols}) == len(facts.symbols)
    for index, symbol in enumerate(facts.symbols):
        assert 0 <= symbol.span.start <= symbol.name_span.start
        assert symbol.name_span.start < symbol.name_span.end <= symbol.span.end <= len(data)
        assert symbol.parent < index
        if symbol.parent >= 0:
            around = facts.symbols[symbol.parent].span
            assert around.start <= symbol.span.start
            assert symbol.span.end <= around.end
