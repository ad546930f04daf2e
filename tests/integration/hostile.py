#!/usr/bin/python3
"""Hostile trees: whatever stands in the way ends as a precise gap, never a crash, a hang or silence."""
import fcntl
import json
import os
import pathlib
import pwd
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve()
TREE = HERE.parents[2]
sys.path.insert(0, str(HERE.parents[1]))
import tally  # noqa: E402

MUSTER = os.environ.get("MUSTER", str(TREE / "build/release/muster"))
PATIENCE = 60  # seconds; a hang is a failure
RUNNER = json.dumps({"agentId": 23, "agentName": "build-01", "gitHubUrl": "https://github.com/acme"})


def deep(folder, levels):
    """Makes folders in folders, deeper than any path may be long."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=descriptor)
        inner = os.open("d", os.O_RDONLY | os.O_DIRECTORY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(descriptor)


@unittest.skipUnless(os.access(MUSTER, os.X_OK), f"{MUSTER} is not built")
class Hostile(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="muster-hostile-"))
        self.addCleanup(lambda: subprocess.run(["rm", "-rf", str(self.root)], check=False))
        os.chmod(self.root, 0o755)
        (self.root / "srv").mkdir()

    def scan(self, *arguments, code, user=None):
        """Scans the tree; gives the JSON report. The text report must work as well."""
        def become():
            if user:
                os.setgid(user.pw_gid)
                os.setgroups([])
                os.setuid(user.pw_uid)
        for form in ("text", "json"):
            begin = time.monotonic()
            done = subprocess.run([MUSTER, "scan", "--root", str(self.root), "--format", form, *arguments],
                                  capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, check=False,
                                  preexec_fn=become)
            self.assertEqual(done.returncode, code, done.stdout.decode(errors="replace") + done.stderr.decode())
            self.assertLess(time.monotonic() - begin, PATIENCE)
            for byte in range(32):
                if byte not in (9, 10):
                    self.assertNotIn(bytes([byte]), done.stdout)
        return json.loads(done.stdout)

    def gaps(self, report, what):
        return [g["why"] for g in report["gaps"] if what in g["what"]]

    def place(self, name):
        folder = self.root / "srv" / name
        folder.mkdir()
        return folder

    def test_no_regular_file_under_a_registrations_name(self):
        os.mkfifo(self.place("fifo") / ".runner")
        (self.place("loop") / ".runner").symlink_to(".runner")
        (self.place("folder") / ".runner").mkdir()
        (self.place("dangling") / ".runner").symlink_to("/nowhere")
        (self.place("good") / ".runner").write_text(RUNNER)
        if os.geteuid() == 0:
            os.mknod(self.place("device") / ".runner", 0o20644, os.makedev(1, 5))  # /dev/zero never ends
        report = self.scan(code=3)
        self.assertEqual([r["name"] for r in report["runners"]], ["build-01"])
        self.assertEqual(len(self.gaps(report, "/srv/loop/.runner")), 1)

    def test_files_that_are_no_registration(self):
        (self.place("truncated") / ".runner").write_text(RUNNER[:30])
        (self.place("binary") / ".runner").write_bytes(bytes(range(256)) * 64)
        (self.place("escaped") / ".runner").write_text(RUNNER.replace("agent", "\\u0061gent"))
        (self.place("somebody-elses") / ".runner").write_text("npm run build\n")
        with open(self.place("huge") / ".runner", "wb") as file:
            file.truncate(100 << 20)
        (self.place("nested") / ".runner").write_text('{"agentId": 1, "agentName": ' + "[" * 100000)
        (self.place("toml") / "config.toml").write_text("[[runners]]\nurl = \"x\ntoken=\n" + "a=[" * 5000)
        (self.place("yaml") / "config.yml").write_text("server: &a [*a, connections, url, uuid, token]\n" * 9)
        report = self.scan(code=3)
        for name in ("truncated", "binary", "huge", "nested"):
            self.assertEqual(len(self.gaps(report, f"/srv/{name}/.runner")), 1, name)
        self.assertEqual(self.gaps(report, "somebody-elses"), [])
        self.assertEqual([r["path"] for r in report["runners"]], ["/srv/escaped"])

    def test_a_lease_in_the_way(self):
        file = self.place("leased") / ".runner"
        file.write_text(RUNNER)
        with open(file, "r+") as held:
            old = signal.signal(signal.SIGIO, signal.SIG_IGN)
            fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            report = self.scan(code=3)
            fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_UNLCK)
            signal.signal(signal.SIGIO, old)
        self.assertEqual(len(self.gaps(report, "/srv/leased/.runner")), 1)

    def test_folders_ten_thousand_deep(self):
        deep(self.place("deep"), 10000)
        (self.place("good") / ".runner").write_text(RUNNER)
        report = self.scan(code=3)
        self.assertEqual([r["name"] for r in report["runners"]], ["build-01"])
        self.assertTrue(any("deep" in g["why"] for g in report["gaps"]), report["gaps"])

    def test_names_that_are_not_utf8_or_control_the_terminal(self):
        for number, name in enumerate((b"\xff\xfe\x80", b"\x1b]0;owned\x07", b"a\nfinding: none", "‮gnp.exe".encode())):
            folder = os.path.join(os.fsencode(self.root / "srv"), name)
            os.mkdir(folder)
            with open(os.path.join(folder, b".runner"), "w", encoding="utf-8") as file:
                file.write(json.dumps({"agentId": number + 1, "agentName": f"r{number}\u001b[2J\u202e",
                                       "gitHubUrl": "https://github.com/acme"}))
        report = self.scan(code=0)
        self.assertEqual(len(report["runners"]), 4)
        self.assertNotIn("\u202e", json.dumps(report, ensure_ascii=False))

    @unittest.skipUnless(os.geteuid() == 0, "needs root to give files away")
    def test_a_link_to_a_file_of_somebody_else(self):
        nobody = pwd.getpwnam("nobody")
        secret = self.root / "root-only.json"
        secret.write_text(RUNNER)
        secret.chmod(0o600)
        folder = self.place("lured")
        (folder / ".runner").symlink_to("/root-only.json")
        os.lchown(folder / ".runner", nobody.pw_uid, nobody.pw_gid)
        report = self.scan(code=3)
        self.assertEqual(report["runners"], [])
        self.assertEqual(len(self.gaps(report, "/srv/lured/.runner")), 1)

    @unittest.skipUnless(os.geteuid() == 0, "needs root to become somebody else")
    def test_unreadable_homes_as_an_ordinary_user(self):
        home = self.place("closed")
        (home / ".runner").write_text(RUNNER)
        home.chmod(0o700)
        report = self.scan(code=3, user=pwd.getpwnam("nobody"))
        self.assertEqual(report["runners"], [])
        self.assertEqual(len(self.gaps(report, "/srv/closed")), 1)

    def test_processes_that_vanish_while_they_are_read(self):
        stop = time.monotonic() + 4
        storm = subprocess.Popen(["sh", "-c", "while :; do true & /bin/true; done"], start_new_session=True,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while time.monotonic() < stop:
                done = subprocess.run([MUSTER, "collect", "--all-processes"], capture_output=True, text=True,
                                      timeout=PATIENCE, stdin=subprocess.DEVNULL, check=False)
                self.assertIn(done.returncode, (0, 3), done.stderr)
        finally:
            os.killpg(storm.pid, signal.SIGKILL)  # a session that this test made
            storm.wait()


if __name__ == "__main__":
    tally.main()
