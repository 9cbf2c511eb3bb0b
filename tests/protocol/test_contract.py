"""The private names of pygls that we override or use: an upgrade breaks here, not at a user."""

import inspect

import pytest
from cattrs import Converter
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from chesterton.lsp.protocol import Protocol


@pytest.mark.parametrize("name", ["_register_builtin_features", "_send_data", "handle_message"])
def test_what_we_override_is_there_to_be_overridden(name):
    theirs = inspect.signature(getattr(LanguageServerProtocol, name))
    ours = inspect.signature(getattr(Protocol, name))
    assert list(theirs.parameters) == list(ours.parameters)


def test_what_we_use_has_the_shape_we_use_it_in():
    protocol = LanguageServer("contract", "0", protocol_cls=Protocol).protocol
    assert isinstance(protocol._converter, Converter)
    assert protocol._request_futures == {}
    assert protocol._result_types == {}
    assert protocol.writer is None
    assert protocol.get_message_type(types.TEXT_DOCUMENT_HOVER) is types.HoverRequest
    assert protocol.get_result_type(types.TEXT_DOCUMENT_HOVER) is types.HoverResponse


def test_pygls_registers_nothing_behind_our_back():
    protocol = LanguageServer("contract", "0", protocol_cls=Protocol).protocol
    assert protocol.fm.builtin_features == {}
