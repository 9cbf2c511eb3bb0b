"""The public code that is measured: cloned once into the folder that CHESTERTON_CORPORA names."""

import os
import subprocess
from pathlib import Path

CORPORA = {
    "django": "https://github.com/django/django",
    "spring-framework": "https://github.com/spring-projects/spring-framework",
    "terraform": "https://github.com/hashicorp/terraform",
    "playwright": "https://github.com/microsoft/playwright",
    "rust-analyzer": "https://github.com/rust-lang/rust-analyzer",
    "redis": "https://github.com/redis/redis",
}


def folder() -> Path:
    return Path(os.environ.get("CHESTERTON_CORPORA", ".tools/corpora")).absolute()


def corpus(name: str) -> Path:
    """The folder of one corpus, cloned when it is missing."""
    path = folder() / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["git", "clone", "-q", "--depth", "1", CORPORA[name], path], check=True)
    return path
