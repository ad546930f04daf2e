#!/usr/bin/python3
"""Proves that the check of names catches a planted junk drawer."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve()
TREE = HERE.parents[2]
sys.path.insert(0, str(HERE.parents[1]))
import tally  # noqa: E402


class Names(unittest.TestCase):
    def check(self, name, text="// A sentence.\n"):
        """Runs the check on a tree with this one file; gives its lines."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / name
            file.parent.mkdir(parents=True)
            file.write_text(text)
            done = subprocess.run([TREE / "tools/check_names.py", folder], capture_output=True,
                                  text=True, check=False)
        self.assertEqual((done.stderr, done.returncode), ("", int(done.stdout != "")))
        return done.stdout.splitlines()

    def test_a_name_that_says_something_passes(self):
        self.assertEqual(self.check("src/base/text.h", "// Text.\nstruct Utility {};\n"), [])

    def test_a_junk_drawer_is_refused(self):
        self.assertEqual(self.check("src/base/string_utils.h"),
                         ['src/base/string_utils.h: "utils" says nothing about what is here'])

    def test_a_folder_counts_too(self):
        self.assertEqual(self.check("src/common/text.h"),
                         ['src/common: "common" says nothing about what is here'])

    def test_a_type_named_after_a_pattern_is_refused(self):
        text = "// Runs.\nclass RunnerManager {};\n"
        self.assertEqual(self.check("src/base/run.h", text),
                         ['src/base/run.h:2: "RunnerManager" is named after a pattern, not after '
                          'what it is'])

    def test_a_file_must_say_what_is_in_it(self):
        self.assertEqual(self.check("src/base/text.h", "#pragma once\n"),
                         ["src/base/text.h:1: the first line does not say what is here"])


if __name__ == "__main__":
    tally.main()
