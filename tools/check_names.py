#!/usr/bin/python3
"""Refuses names that say nothing: no file, folder or type is called after a junk drawer.

usage: check_names.py [TREE]

Also holds every source file to a first line that says what is in it.
"""
import pathlib
import re
import sys

EMPTY = {"util", "utils", "common", "helper", "helpers", "manager", "managers", "misc", "impl"}
FOLDERS = ("src", "tests", "tools", "bench", "fuzz", "cmake", "catalog", "examples", "docs")
TYPE = re.compile(r"^\s*(?:class|struct|enum class|enum|namespace|concept)\s+"
                  r"(?:\[\[\w+\]\]\s*)?([A-Za-z_]\w*)")


def words(name):
    """FileManager, file_manager and file-manager are all "file", "manager"."""
    apart = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    return {w.lower() for w in re.split(r"[^A-Za-z0-9]+", apart) if w}


def check(tree):
    """One line for each name that says nothing."""
    wrong = []
    files = [f for folder in FOLDERS for f in sorted((tree / folder).rglob("*"))]
    for file in files:
        shown = file.relative_to(tree)
        if "__pycache__" in file.parts or shown.is_relative_to("tests/worlds"):
            continue  # a world's name is a claim, which may speak of a manager
        if empty := words(file.name) & EMPTY:
            wrong.append(f"{shown}: \"{', '.join(sorted(empty))}\" says nothing about what is here")
        if file.suffix not in {".cc", ".h"} or not file.is_file():
            continue
        lines = file.read_text(encoding="utf-8").splitlines()
        if not lines or not lines[0].startswith("// "):
            wrong.append(f"{shown}:1: the first line does not say what is here")
        for number, line in enumerate(lines, 1):
            declared = TYPE.match(line)
            if declared and (empty := words(declared[1]) & EMPTY):
                wrong.append(f"{shown}:{number}: \"{declared[1]}\" is named after a pattern, not "
                             "after what it is")
    return wrong


def main():
    tree = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    wrong = check(tree if len(sys.argv) > 1 else tree.parents[1])
    print("\n".join(wrong), end="\n" if wrong else "")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
