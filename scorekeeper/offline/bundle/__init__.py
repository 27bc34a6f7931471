"""What a phone fetches once to work without a network: code and templates as JSON files, and a language's texts."""

from scorekeeper.offline.bundle.engine import Engine, Where, make_engine
from scorekeeper.offline.bundle.messages import messages_of, stamp

__all__ = ["Engine", "Where", "make_engine", "messages_of", "stamp"]
