"""What the tests of the commands share: a cluster, a second file system, and tools that fail."""

import importlib.util
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

from installing.building import SCRIPTS, TOOLS

NAMES = ("aggregate-top10", "migrate-ratings")
# Two workers, each with a JVM of its own.
CLUSTER = "local-cluster[2,1,1024]"
# Hadoop's own view of a folder as another file system: its files are not where a path leads.
VIEW = "viewfs://view"
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
# Before the tool: counts the runs, and at the run with a number of its own kills or fails.
STAND_IN = """\
#!/bin/sh
echo "$*" >>{log}
run() {{ mkdir {log}.$1 2>/dev/null; }}
case "$*" in *--list-share*|*--dry-run*) ;; *--shard*)
  case {what} in
    kill)
      if [ $(wc -l <{log}) -ge 3 ] && run killed; then
        process=$$
        until [ "$(basename "$(readlink /proc/$process/exe)")" = java ]; do
          process=$(awk '{{print $4}}' /proc/$process/stat)
        done
        echo $process >{log}.process
        kill -9 $process
      fi ;;
    fail-once) if run failed; then exit 74; fi ;;
    fail) exit 74 ;;
  esac ;;
esac
exec {tool} "$@"
"""


def has_spark() -> bool:
    return bool(importlib.util.find_spec("pyspark")) and bool(shutil.which("java"))


@unittest.skipUnless(has_spark(), "pyspark or Java is missing")
@unittest.skipUnless((TOOLS / NAMES[0]).is_file(), f"there are no tools in '{TOOLS}'")
class Trial(unittest.TestCase):
    def setUp(self) -> None:
        self.work = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        self.log = self.work / "log"

    def export(self, *options: str) -> bytes:
        return subprocess.run(
            [sys.executable, str(SCRIPTS / "make-fixtures"), "-o", "-", *options], check=True,
            stdout=subprocess.PIPE).stdout

    def stand_in(self, name: str, what: str) -> pathlib.Path:
        """A folder with one tool, which kills its executor or fails, as it says."""
        folder = self.work / f"tools-{what}"
        folder.mkdir()
        text = STAND_IN.format(
            log=shlex.quote(str(self.log)), tool=shlex.quote(str(TOOLS / name)), what=what)
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
        return folder

    def spark(
        self, script: str, *arguments: str, master: str = "local[2]",
        tools: pathlib.Path = TOOLS
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command by itself, as with `spark-submit --conf`."""
        (self.work / "spark").mkdir(exist_ok=True)
        link = f"spark.hadoop.fs.viewfs.mounttable.view.link./work=file://{self.work}"
        settings = ["--conf", link, "--conf", "spark.ui.enabled=false"]
        # A job of a few seconds ends before the second compiler of the JVM has paid for itself.
        for role in ("driver", "executor"):
            settings += ["--conf", f"spark.{role}.extraJavaOptions={QUICK}"]
        environment = {
            **os.environ, "PYSPARK_SUBMIT_ARGS": shlex.join([*settings, "pyspark-shell"]),
            "SPARK_LOCAL_DIRS": str(self.work / "spark"), "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_WORKER_DIR": str(self.work / "spark"), "SOURCE_DATE_EPOCH": "1800000000"}
        head, tail = arguments, ()
        if "--" in arguments:
            at = arguments.index("--")
            head, tail = arguments[:at], arguments[at:]
        return subprocess.run(
            [sys.executable, str(SCRIPTS / "spark" / script), *head, "--master", master,
             "--tools", str(tools), *tail],
            capture_output=True, text=True, timeout=900, env=environment, cwd=self.work)

    def tool(self, name: str, *arguments: str) -> None:
        subprocess.run(
            [str(TOOLS / name), *arguments, "--quiet"], check=True, cwd=self.work,
            env={**os.environ, "SOURCE_DATE_EPOCH": "1800000000"})

    def runs(self) -> list[str]:
        """The runs that read shares or merge."""
        return [
            line for line in self.log.read_text().splitlines()
            if "--list-share" not in line and "--dry-run" not in line]
