#!/usr/bin/python3
"""Replays the transcripts of this folder against the built program.

usage: run.py [--program FILE] [NAME...]     UPDATE=1 writes what the program says into them

A transcript is NAME.txt: a sentence or two on what it shows, then commands and what they print.

    $ muster scan --world examples/rogue-runner.yaml
    ...
    [exit 1]

A command runs under `sh` in a fresh folder that holds a copy of files/ and of the tree's examples/.
Standard output and standard error are taken together. A line `[exit N]` follows if N is not 0.
What differs from run to run stands as {dir}, {tree}, {version}, {time}.
"""
import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[1]
sys.path.insert(0, str(TREE / "tests"))
import tally  # noqa: E402


def read(text):
    """A transcript's opening and its (command, expected text) pairs."""
    opening, *blocks = re.split(r"(?m)^\$ ", text)
    return opening, [block.partition("\n")[::2] for block in blocks]


def steady(text, folder, version):
    """The text with what changes from run to run replaced by its name."""
    text = text.replace(str(folder), "{dir}").replace(str(TREE), "{tree}")
    if version:
        text = re.sub(rf"(?<![\d.]){re.escape(version)}(?![\d.]*\d)", "{version}", text)
    return re.sub(r"\b(\d+ min )?\d+(\.\d+)? ?(ms|s)\b", "{time}", text)


def make_folder(folder, program):
    """Fills the folder that commands run in; gives the environment they get."""
    for source in (HERE / "files", TREE / "examples"):
        target = folder if source.name == "files" else folder / source.name
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
    bin_folder = folder / ".bin"
    bin_folder.mkdir()
    (bin_folder / "muster").symlink_to(program)
    return {"PATH": f"{bin_folder}:/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8"}


def play(commands, program, version):
    """Runs the commands one after the other; gives what each printed, made steady."""
    with tempfile.TemporaryDirectory(prefix="muster-cli-") as name:
        folder = pathlib.Path(name)
        environment = make_folder(folder, program)
        said = []
        for command in commands:
            try:
                done = subprocess.run(
                    ["/bin/sh", "-c", command.replace("{tree}", str(TREE))], cwd=folder,
                    env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT, timeout=120, check=False)
                text, code = done.stdout.decode(errors="backslashreplace"), done.returncode
            except subprocess.TimeoutExpired:
                text, code = "(no end within 120 s)\n", 124
            text = steady(text, folder, version).rstrip("\n")
            text += "\n" if text else ""
            said.append(text + (f"[exit {code}]\n" if code else ""))
        return said


def version_of(program):
    """The version number that the program gives, or nothing."""
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"\d+\.\d+\.\d+\S*", done.stdout)
    return found[0] if found else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=os.environ.get("MUSTER", TREE / "build/release/muster"))
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    program = pathlib.Path(arguments.program).resolve()
    version = version_of(program)
    passed = failed = 0
    for file in sorted(HERE.glob("*.txt")):
        if arguments.names and file.stem not in arguments.names:
            continue
        opening, pairs = read(file.read_text(encoding="utf-8"))
        said = play([command for command, _ in pairs], program, version)
        now = opening + "\n".join(f"$ {c}\n{t}" for (c, _), t in zip(pairs, said))
        then = opening + "\n".join(f"$ {c}\n{t.strip(chr(10)) + chr(10) if t.strip() else ''}"
                                   for c, t in pairs)
        if now == then and pairs:
            passed += 1
        elif os.environ.get("UPDATE") == "1" and pairs:
            file.write_text(now, encoding="utf-8")
            print(f"written: tests/cli/{file.name}")
            passed += 1
        else:
            failed += 1
            print(f"failed: tests/cli/{file.name}" + ("" if pairs else ": it has no command"))
            sys.stdout.writelines(difflib.unified_diff(
                then.splitlines(True), now.splitlines(True), "expected", "said"))
    print(tally.count_line(passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
