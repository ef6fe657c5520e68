"""`yschema assets`: the style sheets and scripts of a theme."""

from __future__ import annotations

import json
from collections.abc import Iterable

from yschema_engine.arguments.site import AssetsArguments, ConfigForm
from yschema_engine.cli.streams import Streams
from yschema_engine.show.html.theme import ASSETS, LAZY, find_theme, known_theme
from yschema_engine.site.output_folder import replace_file


def run_assets(arguments: AssetsArguments, streams: Streams) -> bool:
    """Write the files, and print the lines that link them.

    Raises:
        UsageError: there is no such theme, or a file cannot be written.
    """
    assets = find_theme(known_theme(arguments.theme)).assets
    folder = arguments.folder / ASSETS
    for name, path in assets.items():
        replace_file(folder / name, path.read_bytes())
    streams.write(config_lines(assets, arguments.form))
    return True


def config_lines(names: Iterable[str], form: ConfigForm) -> str:
    """Return the lines of a configuration that link style sheets and scripts.

    Args:
        names: of the files; pages load lazy scripts themselves.
        form: the language of the configuration.
    """
    names = list(names)
    options = {
        "extra_css": [name for name in names if name.endswith(".css")],
        "extra_javascript": [name for name in names if name.endswith(".js") and not name.endswith(LAZY)],
    }
    if form == "toml":
        lines = (
            f"{option} = {json.dumps([f'{ASSETS}/{name}' for name in files])}\n"
            for option, files in options.items()
            if files
        )
        return "[project]\n" + "".join(lines)
    return "".join(
        f"{option}:\n" + "".join(f"  - {ASSETS}/{name}\n" for name in files)
        for option, files in options.items()
        if files
    )
