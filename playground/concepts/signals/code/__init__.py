"""No code yet."""
from playground.engine.declarations.code import NoCode
CODES = ()
WITHOUT = (NoCode(when={}, because="none"),)
