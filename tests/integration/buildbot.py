#!/usr/bin/python3
"""Real Buildbot: two masters and two workers on loopback, one of them on nobody's roll.

Debian's buildbot and buildbot-worker run here for a minute, as an ordinary account. The roll lists
the worker of the first master; the worker of the second is the rogue. Muster scans this live
machine and must find both, and fault the rogue alone. Everything is stopped by pid and removed.
"""
import json
import os
import pathlib
import pwd
import secrets
import shutil
import signal
import socket
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
PRODUCT = "buildbot-worker"
ATTACHED = "message from master: attached"
SERIOUS = ("medium", "high", "critical")
MASTER_CFG = """from buildbot.plugins import schedulers, util, worker
c = BuildmasterConfig = {{}}
c['workers'] = [worker.Worker({name!r}, {password!r})]
c['protocols'] = {{'pb': {{'port': 'tcp:{port}:interface=127.0.0.1'}}}}
c['builders'] = [util.BuilderConfig(name='b', workernames=[{name!r}], factory=util.BuildFactory())]
c['schedulers'] = [schedulers.Triggerable(name='t', builderNames=['b'])]
c['db'] = {{'db_url': 'sqlite:///state.sqlite'}}
c['buildbotNetUsageData'] = None
"""


def why_not():
    """What this machine lacks for these tests; empty when they can run."""
    for program in ("buildbot", "buildbot-worker"):
        if not shutil.which(program):
            return f"{program} is not installed (tools/install-dependencies test)"
    if not os.access(MUSTER, os.X_OK):
        return f"{MUSTER} is not built"
    return ""


def scan(*arguments):
    """Runs `muster scan` and gives the finished process; its standard output is decoded."""
    return subprocess.run([MUSTER, "scan", *arguments], capture_output=True, text=True, timeout=300,
                          stdin=subprocess.DEVNULL, check=False)


def free_ports(count):
    """Ports of 127.0.0.1 that nobody listens on, all different."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Field:
    """A folder with masters and workers in it, and the processes that were started for them."""

    def __init__(self):
        # As root: not below the tree, whose own path may be a place where no runner should live,
        # nor as root, whose jobs would own the machine.
        root = os.geteuid() == 0
        self.account = pwd.getpwnam("buildbot") if root else pwd.getpwuid(os.geteuid())
        parent = "/srv" if root else str(pathlib.Path(MUSTER).parent)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="muster-buildbot-", dir=parent))
        os.chmod(self.folder, 0o755)
        if root:
            os.chown(self.folder, self.account.pw_uid, self.account.pw_gid)
        self.started = []  # what runs in the foreground
        self.pids = {}     # worker -> pid
        self.passwords = []

    def command(self, *arguments):
        """Keyword arguments for subprocess: this command, as the account, with a bare environment."""
        arguments = [str(a) for a in arguments]
        options = {"args": arguments, "cwd": self.folder, "stdin": subprocess.DEVNULL,
                   "env": {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}}
        if os.geteuid() == 0:
            options |= {"user": self.account.pw_uid, "group": self.account.pw_gid,
                        "extra_groups": []}
        return options

    def run(self, *arguments):
        subprocess.run(**self.command(*arguments), check=True, timeout=60,
                       stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)

    def start(self, *arguments):
        process = subprocess.Popen(**self.command(*arguments), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        self.started.append(process)
        return process.pid

    def master(self, folder, port, worker):
        """Starts a master that knows one worker; gives the worker's password."""
        password = secrets.token_urlsafe(18)
        self.passwords.append(password)
        self.run("buildbot", "create-master", "--relocatable", folder)
        config = self.folder / folder / "master.cfg"
        config.write_text(MASTER_CFG.format(name=worker, password=password, port=port))
        if os.geteuid() == 0:
            os.chown(config, self.account.pw_uid, self.account.pw_gid)
        config.chmod(0o600)
        self.start("buildbot", "start", "--nodaemon", folder)
        return password

    def wait_for(self, folder, text, seconds=60):
        """Waits until the folder's twistd.log holds the text."""
        log = self.folder / folder / "twistd.log"
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if log.exists() and text in log.read_text(errors="replace"):
                return
            time.sleep(0.2)
        tail = log.read_text(errors="replace")[-1500:] if log.exists() else "there is no log"
        raise TimeoutError(f"{folder}: no \"{text}\" within {seconds} s\n{tail}")

    def clear(self):
        """Ends everything that was started, by pid, and removes the folder."""
        pids = {p.pid for p in self.started} | set(self.pids.values())
        for sign in (signal.SIGTERM, signal.SIGKILL):
            for pid in pids:
                try:
                    os.kill(pid, sign)
                except ProcessLookupError:
                    pass
            until = time.monotonic() + 15
            while pids and time.monotonic() < until:
                for process in self.started:
                    process.poll()
                pids = {pid for pid in pids if alive(pid)}
                time.sleep(0.1)
        shutil.rmtree(self.folder, ignore_errors=True)
        return pids


def alive(pid):
    """Whether the process is there and is not a corpse that nobody waited for."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def set_field_up(field):
    """Two masters, two workers, both attached, and the roll that lists the first."""
    first, second = free_ports(2)
    good = field.master("master-a", first, "build-01")
    bad = field.master("master-b", second, "rogue-02")
    field.wait_for("master-a", "BuildMaster is running")
    field.wait_for("master-b", "BuildMaster is running")
    field.run("buildbot-worker", "create-worker", field.folder / "build-01",
              f"127.0.0.1:{first}", "build-01", good)
    field.run("buildbot-worker", "create-worker", field.folder / "rogue-02",
              f"127.0.0.1:{second}", "rogue-02", bad)
    # One as a service manager runs it, the other as a person does who logs out again.
    field.pids["build-01"] = field.start("buildbot-worker", "start", "--nodaemon",
                                         field.folder / "build-01")
    field.run("buildbot-worker", "start", field.folder / "rogue-02")
    field.pids["rogue-02"] = int((field.folder / "rogue-02/twistd.pid").read_text())
    field.wait_for("build-01", ATTACHED)
    field.wait_for("rogue-02", ATTACHED)
    field.roll = field.folder / "roll.yaml"
    field.roll.write_text(f"""version: 1
owners: [team-build@acme.example]
registrars:
  - {{ platform: buildbot, scope: "pb://127.0.0.1:{first}", actors: [acme-builds] }}
runners:
  - name: build-01
    platform: buildbot
    scope: "pb://127.0.0.1:{first}"
    host: {json.dumps(socket.gethostname())}
    path: {field.folder}/build-01
    user: {field.account.pw_name}
    owner: team-build@acme.example
    approval: {{ by: carol@acme.example, ticket: CHG-1234, on: 2026-10-01 }}
    lifetime: persistent
""")


class BenignTwin(unittest.TestCase):
    """Named to run first: the packages are installed and nothing of theirs is configured."""

    before = {}  # the report on this machine as it was found

    @classmethod
    def setUpClass(cls):
        cls.before.update(json.loads(scan("--format", "json").stdout))

    def test_installed_packages_alone_are_no_runner(self):
        places = ("/etc/", "/lib/", "/usr/", "/var/lib/buildbot/")
        found = [r["subject"] for r in self.before["runners"]
                 if r["product"] == PRODUCT and (r["path"] or "").startswith(places)]
        self.assertEqual(found, [])


class RealWorkers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.field = Field()
        try:
            set_field_up(cls.field)
            done = scan("--roll", str(cls.field.roll), "--format", "json")
            cls.code, cls.json_text, cls.errors = done.returncode, done.stdout, done.stderr
            cls.report = json.loads(cls.json_text)
            cls.text = scan("--roll", str(cls.field.roll)).stdout
        except BaseException:
            cls.field.clear()
            raise

    @classmethod
    def tearDownClass(cls):
        left = cls.field.clear()
        assert not left, f"still running: {left}"

    def ours(self):
        """The two runners of the report that these tests made, by name."""
        return {r["name"]: r for r in self.report["runners"]
                if (r["path"] or "").startswith(str(self.field.folder))}

    def new_findings(self):
        """Findings that were not there before, so that this machine's own do not count."""
        before = {f["fingerprint"] for f in BenignTwin.before["findings"]}
        known = {r["subject"] for r in BenignTwin.before["runners"]}
        return [f for f in self.report["findings"]
                if f["fingerprint"] not in before and f["subject"] not in known]

    def test_both_workers_are_found_once(self):
        known = {r["subject"] for r in BenignTwin.before["runners"]}
        found = [(r["product"], r["name"]) for r in self.report["runners"]
                 if r["subject"] not in known]
        self.assertEqual(sorted(found), [(PRODUCT, "build-01"), (PRODUCT, "rogue-02")])

    def test_both_workers_are_seen_running(self):
        for name, pid in self.field.pids.items():
            self.assertIn(pid, self.ours()[name]["pids"])

    def test_the_account_of_both_is_known(self):
        users = {r["user"] for r in self.ours().values()}
        self.assertEqual(users, {self.field.account.pw_name})

    def test_unlisted_runner_is_said_of_the_rogue_alone(self):
        subjects = [f["subject"] for f in self.new_findings() if f["check"] == "unlisted-runner"]
        self.assertEqual(len(subjects), 1, subjects)
        self.assertIn("rogue-02", subjects[0])

    def test_foreign_scope_is_said_of_the_rogue_alone(self):
        subjects = [f["subject"] for f in self.new_findings()
                    if f["check"] == "foreign-scope-runner"]
        self.assertEqual(len(subjects), 1, subjects)
        self.assertIn("rogue-02", subjects[0])

    def test_nothing_serious_is_said_of_the_listed_worker(self):
        if os.geteuid() != 0:
            self.skipTest("this account may reach root by itself, which is a true finding")
        said = [f for f in self.new_findings()
                if f["severity"] in SERIOUS and "build-01" in f["subject"]]
        self.assertEqual(said, [])

    def test_nothing_serious_is_said_of_anything_else(self):
        elsewhere = [f for f in self.new_findings() if f["severity"] in SERIOUS
                     and not any(n in f["subject"] for n in ("build-01", "rogue-02"))]
        self.assertEqual(elsewhere, [])

    def test_the_scan_ends_with_findings(self):
        self.assertEqual(self.code, 1, self.errors)

    def test_the_text_report_names_the_rogue(self):
        self.assertIn("rogue-02", self.text)
        self.assertIn("unlisted-runner", self.text)

    def test_no_password_is_in_any_output(self):
        for password in self.field.passwords:
            self.assertFalse(password in self.json_text + self.text + self.errors)


class TheEnd(unittest.TestCase):
    """Named to run last."""

    def test_nothing_is_left_behind(self):
        report = json.loads(scan("--format", "json").stdout)
        left = [r["subject"] for r in report["runners"]
                if (r["path"] or "").startswith(str(RealWorkers.field.folder))]
        self.assertEqual(left, [])
        self.assertFalse(RealWorkers.field.folder.exists())


if __name__ == "__main__":
    if reason := why_not():
        print(f"skipped: all of {HERE.name}: {reason}")
        print(tally.count_line(0, 0, 1))
        sys.exit(0)
    tally.main()
