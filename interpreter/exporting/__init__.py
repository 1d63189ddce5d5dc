"""What programs in other languages need: the model of a rulebook as JSON, its schema, and a pack of questions with
their answers, by which they can test themselves."""

from .documents import model_data, model_schema, pack_data, pack_schema, written
from .pack import PACK_FORMAT, PACK_VERSION, PackData
from .packing import MOST_HANDS, make_pack

__all__ = [
    "MOST_HANDS",
    "PACK_FORMAT",
    "PACK_VERSION",
    "PackData",
    "make_pack",
    "model_data",
    "model_schema",
    "pack_data",
    "pack_schema",
    "written",
]
