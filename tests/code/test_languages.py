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
    ("text", "name"),
    [
        (b"", "c"),
        (b"#ifndef A_H\n#include <stdio.h>\nint f(void);\n#endif\n", "c"),
        (b'#ifdef __cplusplus\nextern "C" {\n#endif\nstruct class_t { int template_id; };\n', "c"),
        (b"#pragma once\nnamespace a::b {\n}\n", "cpp"),
        (b"#include <string>\nvoid f();\n", "cpp"),
        (b"struct A {\n public:\n  int x;\n};\n", "cpp"),
        (b"template <class T> struct A;\n", "cpp"),
    ],
)
def test_an_extension_of_two_languages_is_settled_by_the_text(text: bytes, name: str):
    assert for_path("include/a.h", text) is by_name(name)


@pytest.mark.parametrize(
    ("path", "head"),
    [("run", b""), ("py", b""), ("a.unknown", b""), ("run", b"#!/bin/unknown"), (".py/x", b"#!")],
)
def test_an_unknown_file_has_no_language(path: str, head: bytes):
    assert for_path(path, head) is None


def test_an_unknown_name_has_no_language():
    assert by_name("klingon") is None


def test_files_of_one_family_may_exchange_symbols():
    families = {
        name: language.family for name in ("c", "cpp", "tsx", "python") if (language := by_name(name))
    }
    assert families == {"c": "c", "cpp": "c", "tsx": "ecmascript", "python": "python"}
