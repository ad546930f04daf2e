"""Runs a file of unittest cases and ends with the line that tools/test sums up."""
import sys
import unittest


class Told(unittest.TextTestResult):
    """Counts what passed, and says at once what failed or was skipped and why."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        print(f"skipped: {test.id().split('.', 1)[-1]}: {reason}", flush=True)


def count_line(passed, failed, skipped=0):
    """The closing line that every suite of this project ends with."""
    return f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")


def main(module="__main__"):
    """Runs the cases of a module; ends the program with 1 when one failed."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[module])
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0, resultclass=Told).run(suite)
    failed = len({test.id() for test, _ in result.failures + result.errors})
    failed += len(result.unexpectedSuccesses)
    print(count_line(result.passed, failed, len(result.skipped)), flush=True)
    sys.exit(failed > 0)
