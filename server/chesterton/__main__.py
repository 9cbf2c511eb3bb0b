"""The entry point. The guard below keeps spawned workers from starting a second one."""

from chesterton.cli.main import main

if __name__ == "__main__":
    main()
