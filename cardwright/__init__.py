"""Cardwright: write the rules of your own house, and play them."""

from pathlib import Path

if not (Path(__file__).parent / "dsl").is_dir():
    # In a checkout the parts lie beside this folder; in a wheel they lie inside it.
    __path__.append(str(Path(__file__).parents[1]))
