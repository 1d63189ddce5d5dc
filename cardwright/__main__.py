"""The command `cardwright`."""


def main() -> None:
    """Run the command line."""
    print("cardwright")


if __name__ == "__main__":
    main()
