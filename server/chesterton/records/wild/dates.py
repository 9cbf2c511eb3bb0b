"""Calendar days as people write them, in any of the languages we read."""

import contextlib
import re
import tomllib
from datetime import date
from importlib.resources import files

_DATA = tomllib.loads(files("chesterton.records.wild").joinpath("months.toml").read_text(encoding="utf-8"))
_MONTHS: dict[str, int] = {
    name: number for number, names in enumerate(_DATA["months"], start=1) for name in names
}
_NAME = r"(?P<month_name>[^\W\d_]{3,12})\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?<!\d){_YEAR}[-/.](?P<month>\d\d?)[-/.](?P<day>\d\d?)(?!\d)",
        rf"{_YEAR}\s*年\s*(?P<month>\d\d?)\s*月\s*(?P<day>\d\d?)\s*日",
        rf"(?<!\d)(?P<first>\d\d?)[-/.](?P<second>\d\d?)[-/.]{_YEAR}(?!\d)",
        rf"(?<!\d)(?P<day>\d\d?)(?:st|nd|rd|th|er|º|ª)?\.?[\s-]+(?:de\s+|of\s+)?{_NAME},?[\s-]+(?:de\s+)?{_YEAR}",
        rf"{_NAME}\s+(?P<day>\d\d?)(?:st|nd|rd|th)?,?\s+{_YEAR}",
        rf"{_YEAR}\s+{_NAME}\s+(?P<day>\d\d?)(?!\d)",
        r"(?<!\d)(?P<year>(?:19|20)\d\d)(?P<month>[01]\d)(?P<day>[0-3]\d)(?!\d)",
    )
)


_SLASHED = re.compile(rb"(?<!\d)(\d\d?)/(\d\d?)/(?:19|20)\d\d(?!\d)")
_PLAIN = re.compile(r"\d{4}-\d\d-\d\d")


def find_days(words: str, day_first: bool = True) -> list[date]:
    """Every day that a text names, in its order. `day_first` decides what 05/01/2022 is."""
    found: list[tuple[int, int, date]] = []
    for form in _FORMS:
        for match in form.finditer(words):
            day = _day(match, day_first)
            if day and not any(start < match.end() and match.start() < end for start, end, _ in found):
                found.append((match.start(), match.end(), day))
    return [day for _, _, day in sorted(found)]


def find_day(words: str, day_first: bool = True) -> date | None:
    """The first day that a text names."""
    if _PLAIN.fullmatch(words):
        with contextlib.suppress(ValueError):
            return date.fromisoformat(words)
    days = find_days(words, day_first)
    return days[0] if days else None


def month_first(head: bytes) -> bool | None:
    """What the slashed days in a file's first bytes prove about the order of day and month; None if nothing."""
    for match in _SLASHED.finditer(head):
        first, second = int(match[1]), int(match[2])
        if first <= 12 < second:
            return True
        if second <= 12 < first:
            return False
    return None


def _day(match: re.Match[str], day_first: bool) -> date | None:
    parts = match.groupdict()
    month = _month(parts)
    day = int(parts["day"]) if parts.get("day") else 0
    if "first" in parts:
        first, second = int(parts["first"]), int(parts["second"])
        day, month = (first, second) if (day_first and second <= 12) or first > 12 else (second, first)
    try:
        return date(int(parts["year"]), month or 0, day)
    except ValueError:
        return None


def _month(parts: dict[str, str]) -> int | None:
    if parts.get("month"):
        return int(parts["month"])
    return _MONTHS.get(parts.get("month_name", "").casefold())
