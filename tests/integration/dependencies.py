#!/usr/bin/python3
"""tools/install-dependencies against an apt-get that only writes down how it was called."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve()
TREE = HERE.parents[2]
sys.path.insert(0, str(HERE.parents[1]))
import tally  # noqa: E402

LIST = """# A list.
[run]
command sh               dash
[build]
command no-such-program  gnu-hello
header  no/such/header.h libhello-dev
header  no/such/other.h  libhello-dev
library libnone.so.7     libnone7
python  no_such_module   python3-none
file    /no/such/*.a     libnone-dev
"""
PACKAGES = "gnu-hello libhello-dev libnone7 python3-none libnone-dev"
APT = """#!/bin/sh
echo "apt-get $* [$(tail -n 1 {policy})]" >> {log}
case "$*" in *install*) exit {code} ;; esac
"""
DENY = "exit 101"


class Dependencies(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.policy = self.folder / "policy-rc.d"
        self.log = self.folder / "log"
        (self.folder / "list.txt").write_text(LIST)

    def program(self, name, text):
        file = self.folder / "bin" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)

    def install(self, *sections, apt_code=0, **options):
        self.program("apt-get", APT.format(policy=self.policy, log=self.log, code=apt_code))
        return subprocess.run(
            [TREE / "tools/install-dependencies", "--list", self.folder / "list.txt", "--policy",
             self.policy, *sections], capture_output=True, text=True, check=False,
            env={"PATH": f"{self.folder}/bin:/usr/bin:/bin"}, **options)

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def need_root(self):
        if os.geteuid() != 0:
            self.skipTest("needs root, as installing does")

    def test_what_is_there_costs_no_call(self):
        done = self.install("run")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(self.calls(), [])

    def test_each_missing_package_is_named_once(self):
        done = self.install("--dry-run", "run", "build")
        self.assertEqual(done.stdout.split(), PACKAGES.split())
        self.assertEqual(self.calls(), [])

    def test_one_call_installs_while_starts_are_denied(self):
        self.need_root()
        done = self.install("run", "build")
        self.assertEqual(done.returncode, 0, done.stderr)
        update, install = self.calls()
        self.assertIn("update", update)
        self.assertIn(f"install --yes --no-install-recommends {PACKAGES} [{DENY}]", install)
        self.assertFalse(self.policy.exists())

    def test_the_policy_of_before_is_put_back(self):
        self.need_root()
        for code in (0, 100):
            with self.subTest(apt_ends_with=code):
                self.policy.write_text("#!/bin/sh\nexit 0\n")
                self.policy.chmod(0o700)
                done = self.install("build", apt_code=code)
                self.assertEqual(done.returncode, int(code != 0))
                self.assertIn(f"[{DENY}]", self.calls()[-1])
                self.assertEqual(self.policy.read_text(), "#!/bin/sh\nexit 0\n")
                self.assertEqual(self.policy.stat().st_mode & 0o777, 0o700)

    def test_a_run_that_was_killed_leaves_nothing_for_ever(self):
        self.need_root()
        mark = "# Written by Muster while it installs packages: starts nothing."
        self.policy.write_text(f"#!/bin/sh\n{mark}\nexit 101\n")
        self.policy.with_name("policy-rc.d.before-muster").write_text("#!/bin/sh\nexit 104\n")
        self.assertEqual(self.install("build").returncode, 0)
        self.assertEqual(self.policy.read_text(), "#!/bin/sh\nexit 104\n")
        self.assertFalse(self.policy.with_name("policy-rc.d.before-muster").exists())

    def test_without_root_and_sudo_it_says_what_to_type(self):
        self.need_root()
        self.folder.chmod(0o777)
        for name in ("bash", "dirname", "ldconfig"):  # a PATH that has no sudo
            target = f"/sbin/{name}" if name == "ldconfig" else f"/usr/bin/{name}"
            (self.folder / "bin").mkdir(exist_ok=True)
            (self.folder / "bin" / name).symlink_to(target)
        self.program("apt-get", "#!/bin/sh\nexit 1\n")
        copy = self.folder / "tools"
        copy.mkdir()
        script = copy / "install-dependencies"
        script.write_text((TREE / "tools/install-dependencies").read_text().replace(
            "PATH=$PATH:/usr/sbin:/sbin", "PATH=$PATH"))
        done = subprocess.run(
            ["/bin/bash", script, "--list", self.folder / "list.txt", "build"],
            capture_output=True, text=True, check=False, user=65534, group=65534, extra_groups=[],
            env={"PATH": f"{self.folder}/bin"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("apt-get update && apt-get install --yes --no-install-recommends " + PACKAGES,
                      done.stderr)

    def test_an_unknown_section_is_an_error(self):
        done = self.install("biuld")
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no section [biuld]", done.stderr)

    def test_the_real_list_is_well_formed(self):
        for section in ("run", "build", "test", "bench"):
            done = subprocess.run([TREE / "tools/install-dependencies", "--dry-run", section],
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    tally.main()
