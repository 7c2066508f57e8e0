"""Client of the Location Data Service: places, cost of living and quality of life, with the source of every figure."""

from .client import Comparison, LocationData, Places
from .connection import ConnectionFailed, DamagedDownload, LocationDataError, Problem, ReleaseChanged
from .offline import Snapshot

__all__ = [
    "Comparison",
    "ConnectionFailed",
    "DamagedDownload",
    "LocationData",
    "LocationDataError",
    "Places",
    "Problem",
    "ReleaseChanged",
    "Snapshot",
]
