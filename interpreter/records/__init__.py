"""Records of hands: everything needed to play one again, as JSON and as text, and the replay that finds where a record
goes wrong."""

from .data import MOST_BYTES, RECORD_VERSION, DealData, EntryData, RecordData, RecordError, checksum
from .parsing import Numbered
from .reading import MOST_BYTES_OF_MANY, is_record, read_numbered, read_record, read_records
from .replaying import Replay, replay, write_record
from .text import record_text

__all__ = [
    "MOST_BYTES",
    "MOST_BYTES_OF_MANY",
    "RECORD_VERSION",
    "DealData",
    "EntryData",
    "Numbered",
    "RecordData",
    "RecordError",
    "Replay",
    "checksum",
    "is_record",
    "read_numbered",
    "read_record",
    "read_records",
    "record_text",
    "replay",
    "write_record",
]
