"""The value behind the spelling of a literal: quotes, escapes, digit separators."""

import re

from chesterton.anchors.normalise import NumberStyle, StringStyle

_QUOTE = re.compile(rb"""^([A-Za-z0-9@$&]*)(\#*)(\"{3,}|'''|["'`])""")
_ESCAPE = re.compile(
    rb"\\(?:(\r\n|\n|\r)|x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f_]{1,8})\}|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})"
    rb"|([0-7]{1,3})|(.))",
    re.DOTALL,
)
_NAMED = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_NOT_IN_PHP = frozenset((b"a", b"b"))
_SELF_ESCAPES = frozenset((b"\\", b"'", b'"', b"`"))
_CPP_RAW = re.compile(rb'^[A-Za-z0-9]*R"([^(]*)\((.*)\)\1"$', re.DOTALL)


def opening(literal: bytes) -> tuple[bytes, bytes]:
    """The prefix letters and everything up to and with the opening quote; both empty for unquoted text."""
    match = _QUOTE.match(literal)
    return (match[1], match[0]) if match else (b"", b"")


def closing_length(literal: bytes, head: bytes) -> int:
    """How many bytes the closing quote takes."""
    quote = head.lstrip(b"@$&" + bytes(range(48, 58)) + bytes(range(65, 91)) + bytes(range(97, 123)))
    mark = quote.lstrip(b"#") + b"#" * (len(quote) - len(quote.lstrip(b"#")))
    return len(mark) if mark and literal.endswith(mark) and len(literal) >= len(head) + len(mark) else 0


def decode(text: bytes, prefix: bytes, head: bytes, style: StringStyle) -> bytes:
    """The value of the text between the quotes; a line end counts the same however the file spells it."""
    text = text.replace(b"\r\n", b"\n")
    backtick = style == "c" and head.endswith(b"`") and b"\\" not in text
    raw = style == "raw" or b"r" in prefix.lower() or backtick
    if raw:
        return text
    if style == "c" and head.endswith(b'"""'):
        text = b"\n".join(line.strip() for line in text.splitlines())
    if style == "single-raw" and head.endswith(b"'"):
        return text.replace(b"\\'", b"'").replace(b"\\\\", b"\\")
    return _ESCAPE.sub(lambda match: _unescape(match, style), text)


def cpp_raw(literal: bytes) -> bytes | None:
    """The text of a C++ raw string, or None for another literal."""
    match = _CPP_RAW.match(literal)
    return match[2] if match else None


def significant_prefix(prefix: bytes) -> bytes:
    """The prefix letters that change a string's type: bytes, wide characters."""
    return bytes(sorted(set(prefix.lower()) - set(b"urf@$")))


def number(text: bytes, style: NumberStyle) -> bytes:
    """One spelling of a number: lower case, no separators, digits on both sides of the point."""
    text = text.lower().replace(b"_", b"").replace(b"'", b"")
    if text.startswith((b"0x", b"0b", b"0o")):
        return text
    mantissa, exponent_mark, exponent = text.partition(b"e")
    if b"." in mantissa:
        whole, _, fraction = mantissa.partition(b".")
        if style == "float":
            fraction = fraction.rstrip(b"0")
            mantissa = (whole or b"0") + (b"." + fraction if fraction else b"")
        else:
            digits = len(fraction) - len(fraction.lstrip(b"0123456789"))
            mantissa = (whole or b"0") + b"." + (fraction if digits else b"0" + fraction)
    sign = b"-" if exponent.startswith(b"-") else b""
    return mantissa + exponent_mark + sign + exponent.lstrip(b"+-")


def _unescape(match: re.Match[bytes], style: StringStyle) -> bytes:
    continuation, byte, braced, short, long, octal, other = match.groups()
    if continuation is not None:
        return b""
    digits = byte or braced or short or long
    if digits is not None:
        return _character(int(digits.replace(b"_", b""), 16))
    if octal is not None:
        return _character(int(octal, 8))
    if other in _NAMED and not (style == "single-raw" and other in _NOT_IN_PHP):
        return _NAMED[other]
    return other if other in _SELF_ESCAPES or style == "c" else b"\\" + other


def _character(code: int) -> bytes:
    return chr(code).encode("utf-8", "surrogatepass") if code <= 0x10FFFF else b"\xef\xbf\xbd"


def verbatim(text: bytes) -> bytes:
    """Text whose lines count, without what re-indenting it changes."""
    first, *rest = (line.rstrip() for line in text.strip(b"\r\n").split(b"\n"))
    indent = min((len(line) - len(line.lstrip()) for line in rest if line), default=0)
    return b"\n".join((first.lstrip(), *(line[indent:] for line in rest)))
