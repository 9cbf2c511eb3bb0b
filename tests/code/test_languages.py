import pytest

from chesterton.code.languages import by_name, for_path


@pytest.mark.parametrize(
    ("path", "head", "name"),
    [
        ("src/a.py", b"", "python"),
        ("A.PY", b"", "python"),
        ("a.test.py", b"", "python"),
        ("SConstruct", b"", "python"),
        ("bin/run", b"#!/usr/bin/env python3\n", "python"),
        ("bin/run", b"#!/usr/bin/env -S python3 -u\n", "python"),
        ("bin/run", b"#! /usr/local/bin/python3.11\n", "python"),
    ],
)
def test_a_file_is_recognised_by_name_extension_or_first_line(path: str, head: bytes, name: str):
    assert for_path(path, head) is by_name(name)


@pytest.mark.parametrize(
    ("path", "head"),
    [("run", b""), ("py", b""), ("a.unknown", b""), ("run", b"#!/bin/unknown"), (".py/x", b"#!")],
)
def test_an_unknown_file_has_no_language(path: str, head: bytes):
    assert for_path(path, head) is None


def test_an_unknown_name_has_no_language():
    assert by_name("klingon") is None
