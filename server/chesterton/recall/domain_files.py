"""Domains from their files: `.chesterton/domains/<slug>.md`, front matter `paths` and `parent`, then prose."""

from collections.abc import Mapping

from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.recall.domains import Domain
from chesterton.records.fields import Fields
from chesterton.records.header import find_header
from chesterton.records.outline import first_sentence, outline
from chesterton.records.reading import body_span

FOLDER = RepoPath(".chesterton/domains/")


def domains_of(files: Mapping[RepoPath, Text]) -> tuple[Domain, ...]:
    """The domains that files describe; the slug is the file's name, the summary its first sentence."""
    return tuple(_domain(path, text) for path, text in sorted(files.items()) if is_domain_path(path))


def is_domain_path(path: RepoPath) -> bool:
    return path.startswith(FOLDER) and path.endswith(".md")


def _domain(path: RepoPath, text: Text) -> Domain:
    fields = Fields(find_header(text), path)
    body = body_span(text)
    shape = outline(text.data[body.start : body.end], body.start)
    slug = path.removeprefix(FOLDER).removesuffix(".md")
    heading = next((one.text for one in shape.headings if one.level == 1), slug)
    lead = shape.lead or next((one.lead for one in shape.headings if one.lead), "")
    return Domain(
        slug=slug,
        title=fields.text("title") or heading,
        summary=first_sentence(lead),
        prefixes=tuple(prefix.removeprefix("./") for prefix in fields.texts("paths")),
        parent=fields.text("parent"),
    )
