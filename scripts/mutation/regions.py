"""The parts of a source in which a fault can be chosen at run time."""
from dataclasses import dataclass


@dataclass
class Region:
    """Tokens [low, high) of a file: a whole statement with its semicolon, or an expression."""
    kind: str   # "statement", "condition", "expression" or "connection"
    low: int
    high: int
    place: str  # function or module
    is_reset: bool = False    # assigns a register its value in reset
    can_be_dropped: bool = True
