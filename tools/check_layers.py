#!/usr/bin/python3
"""Holds every #include of src/ to the walls: tools/layers.toml and each folder's USES.

usage: check_layers.py [--src DIR] [--walls FILE] LAYERS   (LAYERS: build/<preset>/layers.txt)

Prints one line for each wall that is crossed, as file:line, and ends 1 when there is one. A header
belongs to the longest folder of ours that its path starts with: "observe/host/x.h" to observe/host.
"""
import argparse
import fnmatch
import pathlib
import re
import sys
import tomllib

INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = {".h", ".cc", ".c", ".cpp", ".hpp"}


def folder_of(path, folders):
    """The folder of ours that a path below src/ lies in; none: not ours."""
    parts = path.split("/")[:-1]
    for count in range(len(parts), 0, -1):
        if "/".join(parts[:count]) in folders:
            return "/".join(parts[:count])
    return None


def read_uses(text):
    """Folder -> the folders it says it uses, from the lines that CMake wrote."""
    uses = {}
    for line in text.splitlines():
        folder, _, names = line.partition(":")
        uses[folder.strip()] = names.split()
    return uses


def circle(uses, start):
    """The way from a folder back to itself, or nothing."""
    ways = [[start]]
    seen = set()
    while ways:
        way = ways.pop()
        for use in uses.get(way[-1], []):
            if use == start:
                return way + [start]
            if use not in seen:
                seen.add(use)
                ways.append(way + [use])
    return []


def check_uses(uses, levels):
    """What is wrong between the folders themselves, before any file is read."""
    wrong = []
    for folder, names in sorted(uses.items()):
        if folder not in levels:
            wrong.append(f"src/{folder}/CMakeLists.txt: {folder} has no level in tools/layers.toml")
            continue
        for use in names:
            if use not in uses:
                wrong.append(f"src/{folder}/CMakeLists.txt: USES {use}, which is no folder")
            elif levels.get(use, 0) > levels[folder]:
                wrong.append(f"src/{folder}/CMakeLists.txt: {folder} (level {levels[folder]}) may "
                             f"not use {use} (level {levels[use]})")
        way = circle(uses, folder)
        if way and folder == min(way):
            wrong.append(f"src/{folder}/CMakeLists.txt: a circle: {' -> '.join(way)}")
    return wrong


def foreign(header, mine, in_header, walls):
    """Why a header from outside may not be included here; empty: it may."""
    for pattern, folders in (walls["libraries"] | walls["system"]).items():
        if not fnmatch.fnmatchcase(header, pattern):
            continue
        if "*" not in folders and mine not in folders:
            return f"{mine}/ may not include <{header}>: only {', '.join(folders)} may"
        if in_header and pattern not in [*walls["headers"]["in_headers"], *walls["system"]]:
            return f"<{header}> may not be included in a header of ours"
        return ""
    if re.fullmatch(r"[a-z_]+", header):  # the standard library
        return ""
    return f"<{header}> is not named in tools/layers.toml"


def check_file(file, src, uses, walls):
    """The walls that one file crosses."""
    relative = file.relative_to(src).as_posix()
    mine = folder_of(relative, uses)
    if mine is None:
        return [f"src/{relative}:1: in no folder that a CMakeLists.txt declares"]
    wrong = []
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        include = INCLUDE.match(text)
        if not include:
            continue
        header = include[2]
        theirs = folder_of(header, uses)
        if theirs is None and include[1] == '"' and (src / header).exists():
            why = f'"{header}" is in no folder that a CMakeLists.txt declares'
        elif theirs is None:
            why = foreign(header, mine, file.suffix in {".h", ".hpp"}, walls)
        elif theirs != mine and theirs not in uses[mine]:
            why = f"{mine}/ may not include {theirs}/ (USES: {' '.join(uses[mine]) or 'nothing'})"
        else:
            continue
        if why:
            wrong.append(f"src/{relative}:{number}: {why}")
    return wrong


def check(src, layers, walls_file):
    """Every wall that the tree crosses, one line each."""
    walls = tomllib.loads(walls_file.read_text(encoding="utf-8"))
    uses = read_uses(layers.read_text(encoding="utf-8"))
    wrong = check_uses(uses, walls["levels"])
    for file in sorted(src.rglob("*")):
        if file.suffix in SOURCES and file.is_file():
            wrong += check_file(file, src, uses, walls)
    return wrong


def main():
    tree = pathlib.Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("layers", type=pathlib.Path)
    parser.add_argument("--src", type=pathlib.Path, default=tree / "src")
    parser.add_argument("--walls", type=pathlib.Path, default=tree / "tools/layers.toml")
    arguments = parser.parse_args()
    wrong = check(arguments.src, arguments.layers, arguments.walls)
    print("\n".join(wrong), end="\n" if wrong else "")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
