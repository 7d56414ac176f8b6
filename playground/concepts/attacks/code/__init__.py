"""The code beside the picture."""
from playground.engine.declarations.code import Code, NoCode
CODES: tuple[Code, ...] = ()
WITHOUT: tuple[NoCode, ...] = ()
