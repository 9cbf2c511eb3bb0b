"""Where `install.sh` puts the editors."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / ".tools"


def installed(path: Path) -> Path:
    assert path.exists(), f"{path.relative_to(ROOT)} is missing: run tests/editors/install.sh"
    return path
