"""Client of the Location Data Service: places, cost of living and quality of life, with the source of every figure."""

from .client import Comparison, LocationData, Places
from .connection import ConnectionFailed, LocationDataError, Problem, ReleaseChanged

__all__ = [
    "Comparison",
    "ConnectionFailed",
    "LocationData",
    "LocationDataError",
    "Places",
    "Problem",
    "ReleaseChanged",
]
