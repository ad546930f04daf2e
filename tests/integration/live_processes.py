#!/usr/bin/python3
"""Every check on processes, on this machine's real ones.

Stand-ins for runner programs are started here: a copy of bash under a runner's name that does
nothing but wait. What Muster says of them is asserted; what else runs on the machine is not. They
are ended by pid and their folder is removed.
"""
import json
import os
import pathlib
import secrets
import shutil
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
TRACKING = "github_0b0bd9f2-38d2-4b1c-a4a1-3a3b9c6d1f00"
# exec replaces the shell by a sleep only in the child; the shell itself stays and keeps its name.
WAIT = "sleep 300 & wait"


def hexadecimal(length):
    """A secret that no scanner of this repository can find, since it is made now."""
    return secrets.token_hex(length // 2)


class Field:
    """A folder with runner installs in it, and the processes started from them."""

    def __init__(self):
        parent = "/srv" if os.access("/srv", os.W_OK) else str(pathlib.Path(MUSTER).parent)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="muster-live-", dir=parent))
        self.started = []
        self.secrets = []

    def secret(self, length=40):
        self.secrets.append(hexadecimal(length))
        return self.secrets[-1]

    def install(self, name, number, scope="https://github.com/acme"):
        """A GitHub runner's folder: registration and program."""
        root = self.folder / name
        (root / "bin").mkdir(parents=True)
        (root / ".runner").write_text(json.dumps(
            {"agentId": number, "agentName": name, "gitHubUrl": scope, "workFolder": "_work"}))
        (root / ".credentials_rsaparams").write_text(json.dumps({"d": self.secret(64)}))
        for program in ("Runner.Listener", "Runner.Worker"):
            shutil.copy("/bin/bash", root / "bin" / program)
        (root / "run").write_text(WAIT + "\n")
        (root / "spawnclient").write_text(WAIT + "\n")
        return root

    def start(self, command, cwd, environment=None):
        """Starts a process with exactly this environment, in a session of its own."""
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True,
                                   env={"PATH": "/usr/bin:/bin"} | (environment or {}))
        self.started.append(process)
        return process

    def listener(self, root, environment=None):
        return self.start([str(root / "bin/Runner.Listener"), "run"], root, environment)

    def close(self):
        for process in self.started:
            try:
                os.killpg(process.pid, 9)  # a session that this test made
            except ProcessLookupError:
                pass
            process.wait()
        shutil.rmtree(self.folder)


@unittest.skipUnless(os.access(MUSTER, os.X_OK), f"{MUSTER} is not built")
class LiveProcesses(unittest.TestCase):
    def setUp(self):
        self.field = Field()
        self.addCleanup(self.field.close)

    def scan(self, roll=""):
        """Scans this machine; gives the report as JSON. No secret may be in it."""
        time.sleep(0.3)  # for the stand-ins to have become what they stand for
        arguments = []
        if roll:
            file = self.field.folder / "roll.yaml"
            file.write_text(roll)
            arguments = ["--roll", str(file)]
        done = subprocess.run([MUSTER, "scan", "--format", "json", *arguments], capture_output=True, text=True,
                              timeout=300, stdin=subprocess.DEVNULL, check=False)
        self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        for secret in self.field.secrets:
            for length in range(0, len(secret) - 12):
                self.assertNotIn(secret[length:length + 12], done.stdout)
        return json.loads(done.stdout)

    def findings(self, report, check, about):
        """The findings of a check whose evidence or subject names this text."""
        return [f for f in report["findings"] if f["check"] == check and str(about) in json.dumps(f)]

    def roll(self, *roots_and_ids):
        runners = "".join(
            f"  - {{ name: {root.name}, platform: github, scope: 'https://github.com/acme', id: {number}, "
            f"owner: a@acme.example, lifetime: persistent }}\n" for root, number in roots_and_ids)
        return f"version: 1\nowners: [a@acme.example]\nrunners:\n{runners}"

    def test_a_live_runner_that_nobody_listed(self):
        listed, rogue = self.field.install("build-01", 23), self.field.install("build-09", 77)
        self.field.listener(listed)
        process = self.field.listener(rogue)
        report = self.scan(self.roll((listed, 23)))
        for check in ("unlisted-runner", "second-runner"):
            self.assertEqual([f["severity"] for f in self.findings(report, check, rogue)], ["high"], check)
        self.assertEqual(self.findings(report, "unlisted-runner", "/build-01"), [])
        shown = [r for r in report["runners"] if r["path"] == str(rogue)]
        self.assertEqual([(r["name"], r["pids"], r["status"]) for r in shown],
                         [("build-09", [process.pid], "unlisted")])

    def test_a_runner_of_a_foreign_scope(self):
        rogue = self.field.install("helper", 31, "https://github.com/mallory/tools")
        self.field.listener(rogue)
        report = self.scan(self.roll((rogue, 4)))
        self.assertEqual(len(self.findings(report, "foreign-scope-runner", "mallory")), 1)

    def test_a_runner_that_a_job_started(self):
        outer, inner = self.field.install("build-01", 23), self.field.install("helper", 31)
        (outer / "run").write_text(f"cd {inner} && env -i {inner}/bin/Runner.Listener run\n")
        self.field.listener(outer)
        by_environment = self.field.install("helper-2", 32)
        self.field.listener(by_environment, {"GITHUB_RUN_ID": "7001", "RUNNER_TRACKING_ID": TRACKING})
        report = self.scan()
        self.assertEqual(len(self.findings(report, "runner-started-inside-job", f"{inner}\"")), 1)
        self.assertEqual(len(self.findings(report, "runner-started-inside-job", by_environment)), 1)
        self.assertEqual(self.findings(report, "runner-started-inside-job", f"@{outer}"), [])

    def test_a_process_that_evaded_the_clean_up(self):
        root = self.field.install("build-01", 23)
        self.field.listener(root)
        (root / "left.sh").write_text(WAIT + "\n")
        altered = self.field.start(["bash", str(root / "left.sh")], root,
                                   {"GITHUB_ACTIONS": "true", "RUNNER_TRACKING_ID": "0"})
        left = self.field.start(["bash", str(root / "left.sh")], root,
                                {"GITHUB_ACTIONS": "true", "RUNNER_TRACKING_ID": TRACKING})
        report = self.scan()
        self.assertTrue(self.findings(report, "cleanup-evasion", f"pid {altered.pid}"))
        self.assertTrue(self.findings(report, "cleanup-evasion", f"pid {left.pid}"))

    def test_a_process_of_a_job_that_runs_is_no_evasion(self):
        root = self.field.install("build-01", 23)
        job = {"GITHUB_ACTIONS": "true", "RUNNER_TRACKING_ID": TRACKING}
        (root / "step.sh").write_text(WAIT + "\n")
        (root / "spawnclient").write_text(f"RUNNER_TRACKING_ID={TRACKING} GITHUB_ACTIONS=true bash {root}/step.sh\n")
        (root / "run").write_text(f"cd {root} && {root}/bin/Runner.Worker spawnclient 120 123\n")
        self.field.listener(root)
        daemon = self.field.start(["bash", str(root / "step.sh")], root, job)
        report = self.scan()
        self.assertEqual(self.findings(report, "cleanup-evasion", f"pid {daemon.pid}"), [])

    def test_a_credential_in_a_command_line(self):
        token = "gl" + "rt-" + self.field.secret(20)
        program = self.field.folder / "gitlab-runner"
        shutil.copy("/bin/bash", program)
        (self.field.folder / "run-single").write_text(WAIT + "\n")
        process = self.field.start([str(program), "run-single", "--url", "https://gitlab.acme.example",
                                    "--token", token], self.field.folder)
        report = self.scan()
        self.assertEqual(len(self.findings(report, "credential-in-command-line", f"pid {process.pid}")), 1)
        # Without a file, the process is all there is of this registration.
        self.assertIn("https://gitlab.acme.example", [r["scope"] for r in report["runners"]])

    def test_two_listeners_for_one_registration(self):
        root = self.field.install("build-01", 23)
        self.field.listener(root)
        self.assertEqual(self.findings(self.scan(), "duplicate-execution-service", root), [])
        self.field.listener(root)
        self.assertEqual(len(self.findings(self.scan(), "duplicate-execution-service", root)), 1)

    @unittest.skipUnless(os.geteuid() == 0, "needs root to run a runner as root")
    def test_a_runner_that_runs_as_root(self):
        root = self.field.install("build-01", 23)
        self.field.listener(root)
        self.assertEqual(len(self.findings(self.scan(), "runner-root-equivalent", root)), 1)

    def test_a_runner_in_a_hidden_folder(self):
        root = self.field.install(".helper", 31)
        self.field.listener(root)
        self.assertEqual(len(self.findings(self.scan(), "runner-in-odd-place", root)), 1)


if __name__ == "__main__":
    tally.main()
