"""A rulebook as a program: the source of a module that plays one rulebook, on numbers alone.

One source runs in two ways: as plain Python, and as machine code by LLVM. The words it is written in are those of
`runtime` (Python) or of `words` and `lowering` (machine code)."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import cache as cache
    from . import choice as choice
    from . import codec as codec
    from . import defined as defined
    from . import engine as engine
    from . import hands as hands
    from . import layout as layout
    from . import lowering as lowering
    from . import module as module
    from . import numbering as numbering
    from . import runtime as runtime
    from . import seeing as seeing
    from . import states as states
else:

    def __getattr__(name: str) -> object:
        """The modules of this package, imported when they are first asked for: most runs compile nothing."""
        try:
            return import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as missing:
            raise AttributeError(name) from missing
