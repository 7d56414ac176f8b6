"""`playground link FILE`: the link of a scene; `playground link LINK --out F`: the scene of a link."""

from __future__ import annotations

from argparse import Namespace

from playground.commands import Outcome
from playground.lecture.link import scene_of, to_link
from playground.lecture.scene import save_scene


def main(args: Namespace) -> Outcome:
    """Prints the link, or writes the scene."""
    scene = scene_of(args.source)
    if args.out is None:
        return Outcome(to_link(scene))
    save_scene(args.out, scene, scene.get("view"))
    return Outcome(f"{args.out}: {scene['concept']}, step {scene['step']}")
