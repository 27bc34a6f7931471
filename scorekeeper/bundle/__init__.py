"""What a phone fetches once to work without a network: rules, forms and templates as one JSON file, and texts."""

from scorekeeper.bundle.engine import Engine, make_engine
from scorekeeper.bundle.messages import messages_of, stamp

__all__ = ["Engine", "make_engine", "messages_of", "stamp"]
