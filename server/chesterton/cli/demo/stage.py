"""A folder with Django's sources, a git history and records, made from the package that PyPI serves."""

import os
import shutil
import subprocess
import sys
import tarfile
from importlib.resources import files
from pathlib import Path

import click

from chesterton.base.disk import apply_changes
from chesterton.cli.output import fail
from chesterton.workspace import acts
from chesterton.workspace.changes import Touched
from chesterton.workspace.host import Host

_VERSION = "5.2.8"
_REQUIREMENT = (
    f"django=={_VERSION} --hash=sha256:23254866a5bb9a2cfa6004e8b809ec6246eba4b58a7589bc2772f1bcc8456c7f\n"
)
_MARK = ".chesterton-demo"
_AUTHOR = ("-c", "user.name=Demo", "-c", "user.email=demo@example.org", "-c", "commit.gpgsign=false")


def set_stage(folder: Path) -> Path:
    """Make (or make anew) the demonstration in `folder`; returns the repository. Nothing outside is touched."""
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).exists():
        fail(f"{folder} exists and is not a demo; name another with --folder")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MARK).touch()
    archive = _archive(folder / "downloads")
    repository = folder / f"django-{_VERSION}"
    shutil.rmtree(repository, ignore_errors=True)
    with tarfile.open(archive) as sources:
        package = [one for one in sources if one.name.startswith(f"{repository.name}/django/")]
        wanted = (one for one in package if "/locale/" not in one.name)
        sources.extractall(folder, members=wanted, filter="data")
    _git(repository, "init", "--quiet", "--initial-branch=main")
    _commit(repository, f"Django {_VERSION} as released")
    _record(repository)
    _commit(repository, "Record why some of it is as it is")
    return repository


def _archive(downloads: Path) -> Path:
    archive = downloads / f"django-{_VERSION}.tar.gz"
    if archive.exists():
        return archive
    downloads.mkdir(exist_ok=True)
    requirement = downloads / "requirement.txt"
    requirement.write_text(_REQUIREMENT)
    click.echo(f"Fetching Django {_VERSION} from PyPI …")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--no-binary", "django", "--require-hashes", "--dest", str(downloads), "-r", str(requirement)]
    environment = {**os.environ, "PIP_CACHE_DIR": str(downloads / "cache"), "TMPDIR": str(downloads)}
    done = subprocess.run(command, env=environment, check=False)
    if done.returncode != 0 or not archive.exists():
        fail(f"could not fetch Django; put django-{_VERSION}.tar.gz into {downloads} and run this again")
    return archive


def _record(repository: Path) -> None:
    """Put the prepared records in and take their baselines from the code as it is."""
    store = repository / ".chesterton" / "records"
    store.mkdir(parents=True)
    (store.parent / ".gitignore").write_text("/cache/\n")
    for source in files("chesterton.cli.demo").joinpath("records").iterdir():
        (store / source.name).write_bytes(source.read_bytes())
    host = Host(repository)
    try:
        for record in host.snapshot.living:
            changes = acts.confirm(host.snapshot, record, "Demo").changes
            apply_changes(repository, changes)
        host.apply(Touched(None))
    finally:
        host.close()


def _commit(repository: Path, subject: str) -> None:
    _git(repository, "add", "--all")
    _git(repository, *_AUTHOR, "commit", "--quiet", "--message", subject)


def _git(repository: Path, *arguments: str) -> None:
    try:
        subprocess.run(["git", *arguments], cwd=repository, check=True)
    except FileNotFoundError:
        fail("the demo needs git, which is not installed")
    except subprocess.CalledProcessError as error:
        fail(f"git {arguments[0]} failed with exit code {error.returncode}")
