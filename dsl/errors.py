"""The root of what can go wrong when Cardwright is asked something."""


class CardwrightError(Exception):
    """Whatever a caller can put right: a rulebook with errors, a text that is no notation, an action that is illegal.

    >>> import cardwright
    >>> try:
    ...     cardwright.load("hkk")
    ... except cardwright.CardwrightError as error:
    ...     print(type(error).__name__, "·", error)
    NotFound · there is no rulebook `hkk` and no such file; did you mean `hk`?
    """
