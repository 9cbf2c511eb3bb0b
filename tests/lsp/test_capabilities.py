"""What each client is taken for, and what it is told in return."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from lsprotocol.converters import get_converter

from chesterton.lsp.capabilities import server_capabilities
from chesterton.lsp.client import resolve_client
from chesterton.lsp.settings import Settings

CLIENTS = Path(__file__).parents[1] / "clients"

EXPECTED = {
    "vscode": {
        "encoding": "utf-16",
        "hover_markdown": True,
        "related_information": True,
        "diagnostic_data": True,
        "diagnostic_versions": False,
        "pull_diagnostics": True,
        "lens_lazy": True,
        "lens_refresh": True,
        "watches_files": True,
        "configuration_registers": True,
        "versioned_edits": True,
        "tells_renames": True,
        "shows_documents": True,
        "asks": True,
    },
    "neovim": {
        "encoding": "utf-8",
        "hover_markdown": True,
        "related_information": True,
        "diagnostic_data": True,
        "diagnostic_versions": False,
        "pull_diagnostics": False,  # it can, but could never be told of a changed record
        "lens_lazy": True,
        "lens_refresh": False,
        "watches_files": False,
        "configuration_registers": False,
        "versioned_edits": True,
        "tells_renames": False,
        "shows_documents": True,
        "asks": True,
    },
    "eglot": {
        "encoding": "utf-8",
        "hover_markdown": False,
        "related_information": False,
        "diagnostic_data": False,
        "diagnostic_versions": False,
        "pull_diagnostics": False,
        "lens_lazy": False,
        "lens_refresh": False,
        "watches_files": True,
        "configuration_registers": False,
        "versioned_edits": True,
        "tells_renames": False,
        "shows_documents": True,
        "asks": False,
    },
    "helix": {
        "encoding": "utf-8",
        "hover_markdown": True,
        "related_information": False,
        "diagnostic_data": False,
        "diagnostic_versions": True,
        "pull_diagnostics": False,
        "lens_lazy": False,
        "lens_refresh": False,
        "watches_files": True,
        "configuration_registers": False,
        "versioned_edits": True,
        "tells_renames": True,
        "shows_documents": False,
        "asks": False,
    },
}


def resolved(name: str):
    return resolve_client(json.loads((CLIENTS / f"{name}.json").read_text()))


@pytest.mark.parametrize("name", EXPECTED)
def test_a_client_is_taken_for_what_it_announces(name):
    found = asdict(resolved(name))
    assert {key: found[key] for key in EXPECTED[name]} == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_a_client_is_offered_what_it_can_use(name):
    client = resolved(name)
    offered = get_converter().unstructure(server_capabilities(client, Settings()))
    assert offered["positionEncoding"] == client.encoding
    assert ("diagnosticProvider" in offered) == client.pull_diagnostics
    assert offered["codeLensProvider"]["resolveProvider"] == client.lens_lazy
    assert ("fileOperations" in offered["workspace"]) == client.tells_renames
    assert all(one.startswith("chesterton.server.") for one in offered["executeCommandProvider"]["commands"])


def test_a_client_that_says_nothing_is_served_the_oldest_way():
    client = resolve_client({})
    assert client.encoding == "utf-16"
    assert not any(value for value in asdict(client).values() if isinstance(value, bool))


def test_vs_code_before_its_library_announced_it_resolves_lenses():
    old = {"clientInfo": {"name": "Visual Studio Code"}, "capabilities": {"textDocument": {"codeLens": {}}}}
    assert resolve_client(old).lens_lazy
    vim = {"clientInfo": {"name": "vim-lsp"}, "capabilities": {"textDocument": {"codeLens": {}}}}
    assert not resolve_client(vim).lens_lazy
