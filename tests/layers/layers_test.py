#!/usr/bin/python3
"""Proves that the layer check catches a planted violation of each kind, and leaves the rest alone."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve()
TREE = HERE.parents[2]
sys.path.insert(0, str(HERE.parents[1]))
import tally  # noqa: E402

LAYERS = """base:
facts: base
roll: base
observe/host: base facts
judge: base facts roll
judge/checks: base facts judge
"""
WALLS = """
[levels]
base = 1
facts = 2
roll = 3
"observe/host" = 4
judge = 4
"judge/checks" = 4
[libraries]
"fmt/*" = ["*"]
"nlohmann/*" = ["facts"]
[headers]
in_headers = ["fmt/*"]
[system]
"unistd.h" = ["observe/host"]
"sys/*" = ["observe/host"]
"""
FILES = {
    "base/text.h": "// Text.\n#include <string>\n#include <fmt/format.h>\n",
    "facts/host.h": '// Facts.\n#include "base/text.h"\n',
    "facts/host_json.cc": '// JSON.\n#include "facts/host.h"\n#include <nlohmann/json.hpp>\n',
    "roll/roll.h": '// The roll.\n#include "base/text.h"\n',
    "observe/host/collect.cc": '// Collects.\n#include "facts/host.h"\n#include <unistd.h>\n',
    "judge/judge.h": '// Judges.\n#include "facts/host.h"\n#include "roll/roll.h"\n',
    "judge/checks/a.cc": '// A check.\n#include "judge/judge.h"\n',
}


class Layers(unittest.TestCase):
    def check(self, changes=None, layers=LAYERS, walls=WALLS):
        """Runs the check on the small tree with some files changed; gives exit code and lines."""
        with tempfile.TemporaryDirectory() as folder:
            top = pathlib.Path(folder)
            for name, text in (FILES | (changes or {})).items():
                (top / "src" / name).parent.mkdir(parents=True, exist_ok=True)
                (top / "src" / name).write_text(text)
            (top / "layers.txt").write_text(layers)
            (top / "walls.toml").write_text(walls)
            done = subprocess.run(
                [TREE / "tools/check_layers.py", "--src", top / "src", "--walls",
                 top / "walls.toml", top / "layers.txt"], capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout.splitlines()

    def refuses(self, line, **planted):
        self.assertEqual(self.check(**planted), (1, [line]))

    def test_a_tidy_tree_passes(self):
        self.assertEqual(self.check(), (0, []))

    def test_judge_may_not_include_observe(self):
        self.refuses("src/judge/judge.cc:2: judge/ may not include observe/host/ "
                     "(USES: base facts roll)",
                     changes={"judge/judge.cc": '// Planted.\n#include "observe/host/collect.h"\n'})

    def test_a_sub_folder_is_a_folder_of_its_own(self):
        self.refuses("src/judge/checks/a.cc:3: judge/checks/ may not include roll/ "
                     "(USES: base facts judge)",
                     changes={"judge/checks/a.cc":
                              '// A check.\n#include "judge/judge.h"\n#include "roll/roll.h"\n'})

    def test_a_crossing_is_seen_however_it_is_written(self):
        self.refuses("src/facts/x.h:2: facts/ may not include roll/ (USES: base)",
                     changes={"facts/x.h": "// Planted.\n  #  include <roll/roll.h>\n"})

    def test_a_folder_may_not_use_a_higher_one(self):
        self.refuses("src/facts/CMakeLists.txt: facts (level 2) may not use roll (level 3)",
                     layers=LAYERS.replace("facts: base", "facts: base roll"))

    def test_equals_may_not_use_each_other_in_a_circle(self):
        self.refuses("src/judge/CMakeLists.txt: a circle: judge -> judge/checks -> judge",
                     layers=LAYERS.replace("judge: base facts roll",
                                           "judge: base facts roll judge/checks"))

    def test_a_folder_without_a_level_is_refused(self):
        self.refuses("src/roll/CMakeLists.txt: roll has no level in tools/layers.toml",
                     walls=WALLS.replace("roll = 3\n", ""))

    def test_a_library_belongs_to_its_folder(self):
        self.refuses("src/roll/read.cc:2: roll/ may not include <nlohmann/json.hpp>: "
                     "only facts may",
                     changes={"roll/read.cc": "// Planted.\n#include <nlohmann/json.hpp>\n"})

    def test_a_library_stays_out_of_our_headers(self):
        self.refuses("src/facts/y.h:2: <nlohmann/json_fwd.hpp> may not be included in a header of "
                     "ours",
                     changes={"facts/y.h": "// Planted.\n#include <nlohmann/json_fwd.hpp>\n"})

    def test_judge_may_not_touch_the_system(self):
        self.refuses("src/judge/judge.cc:2: judge/ may not include <sys/stat.h>: "
                     "only observe/host may",
                     changes={"judge/judge.cc": "// Planted.\n#include <sys/stat.h>\n"})

    def test_an_unknown_library_must_be_named_first(self):
        self.refuses("src/base/z.cc:2: <boost/any.hpp> is not named in tools/layers.toml",
                     changes={"base/z.cc": "// Planted.\n#include <boost/any.hpp>\n"})

    def test_a_file_outside_every_folder_is_refused(self):
        self.refuses("src/stray/a.cc:1: in no folder that a CMakeLists.txt declares",
                     changes={"stray/a.cc": "// Planted.\n"})


if __name__ == "__main__":
    tally.main()
