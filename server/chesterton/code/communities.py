"""Areas of a code base: files that use each other more than the rest (Leiden), under names that last."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, cast

from chesterton.base.paths import RepoPath

_SEED = 20_240
_TRIALS = 10
_MOST_OF = 0.6


class Community(NamedTuple):
    """`label`: the folder most of its files are in, and its most connected file where that is not enough."""

    label: str
    files: tuple[RepoPath, ...]


def communities(
    weights: Mapping[tuple[RepoPath, RepoPath], float],
    previous: Mapping[RepoPath, str] = MappingProxyType({}),
    resolution: float = 1.0,
) -> list[Community]:
    """Partition the files of a weighted, undirected graph; largest first, the same for the same arguments.

    `previous`, the labels of an earlier partition, is where the search begins, and a community keeps the label
    that most of its files had. A higher `resolution` gives more and smaller communities.
    """
    edges = sorted((one, other, 1 + math.log2(weight)) for (one, other), weight in weights.items())
    if not edges:
        return []
    members: dict[int, list[RepoPath]] = defaultdict(list)
    for path, number in sorted(_partition(edges, previous, resolution).items()):
        members[number].append(RepoPath(path))
    groups = sorted(members.values(), key=lambda files: (-len(files), files[0]))
    kept = _kept_labels(groups, previous)
    fresh = _fresh_labels(groups, edges, set(kept.values()))
    return [Community(kept.get(number, fresh[number]), tuple(files)) for number, files in enumerate(groups)]


def _partition(
    edges: Sequence[tuple[str, str, float]], previous: Mapping[RepoPath, str], resolution: float
) -> dict[str, int]:
    from graspologic_native import leiden  # imported late: few sessions ask

    start: dict[str, int] | None = None
    if previous:
        paths = sorted({path for one, other, _ in edges for path in (one, other)})
        labels = [previous.get(RepoPath(path), path) for path in paths]
        numbers = {label: number for number, label in enumerate(dict.fromkeys(labels))}
        start = {path: numbers[label] for path, label in zip(paths, labels, strict=True)}
    find = cast("Callable[..., tuple[float, dict[str, int]]]", leiden)
    trials = 1 if start else _TRIALS
    return find(
        edges, starting_communities=start, resolution=resolution, iterations=3, seed=_SEED, trials=trials
    )[1]


def _kept_labels(groups: list[list[RepoPath]], previous: Mapping[RepoPath, str]) -> dict[int, str]:
    """Which group keeps which earlier label: the largest overlap first, each label once."""
    overlap = Counter(
        (number, previous[path]) for number, files in enumerate(groups) for path in files if path in previous
    )
    kept: dict[int, str] = {}
    for (number, label), _ in sorted(overlap.items(), key=lambda item: (-item[1], item[0])):
        if number not in kept and label not in kept.values():
            kept[number] = label
    return kept


def _fresh_labels(
    groups: list[list[RepoPath]], edges: Iterable[tuple[str, str, float]], taken: set[str]
) -> list[str]:
    """A label for each group, all different and none of those `taken`."""
    group_of = {path: number for number, files in enumerate(groups) for path in files}
    degree: dict[str, float] = defaultdict(float)
    for one, other, weight in edges:
        if group_of[RepoPath(one)] == group_of[RepoPath(other)]:
            degree[one] += weight
            degree[other] += weight
    folders = [_folder(files) for files in groups]
    shared = {folder for folder, count in Counter(folders).items() if count > 1} | taken | {""}
    return [
        min(files, key=lambda path: (-degree[path], path)) if folder in shared else folder
        for folder, files in zip(folders, groups, strict=True)
    ]


def _folder(files: list[RepoPath]) -> str:
    """The deepest folder that holds most of the files."""
    counts: Counter[str] = Counter()
    for path in files:
        folder = path.rpartition("/")[0]
        while folder:
            counts[folder] += 1
            folder = folder.rpartition("/")[0]
    enough = [folder for folder, count in counts.items() if count >= _MOST_OF * len(files)]
    return max(enough, key=lambda folder: (folder.count("/"), counts[folder], folder), default="")
