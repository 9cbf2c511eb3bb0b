"""Cutting text to a length without cutting a word."""


def one_line(text: str) -> str:
    return " ".join(text.split())


def clip(text: str, length: int) -> str:
    """`text` on one line in at most `length` characters; what was cut shows as an ellipsis."""
    text = one_line(text)
    if len(text) <= length:
        return text
    if length < 2:
        return "…"[:length]
    head = text[: length - 1]
    if not text[length - 1].isspace():
        cut = head.rfind(" ")
        head = head[:cut] if cut > length // 2 else head
    return head.rstrip(" ,;:.–—-") + "…"
