"""The entry point. Below the guard, so that a spawned worker neither starts a second one nor imports it."""

if __name__ == "__main__":
    from chesterton.cli.main import main

    main()
