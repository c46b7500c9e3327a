"""A JVM beside an executor's Python, with the class path of the executor: for Hadoop's file systems.

The JVM that runs the executor cannot be called from its Python. The one that is started here is
used for all shares of a Python process, and ends with it.
"""

import functools
import os
from pathlib import Path
from typing import Any

from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway
from pyspark import SparkFiles

from live.failing import MISSING_PROGRAM, Failure

from .hadoop import Files

# Copying needs little; S3A and others buffer writes in files or in some tens of MiB.
OPTIONS = ("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
CLASS_PATH_OPTIONS = ("-cp", "-classpath", "--class-path")


def java_above(process: int) -> tuple[Path, list[str]]:
    """The nearest process above that is Java: its program, and the folders and jars it runs with."""
    while process > 1:
        program = Path(f"/proc/{process}/exe").resolve()
        if program.name == "java":
            return program, class_path(process)
        status = Path(f"/proc/{process}/stat").read_text()
        process = int(status.rpartition(")")[2].split()[1])
    raise Failure(MISSING_PROGRAM, "this Python process was not started by a Spark executor")


def class_path(process: int) -> list[str]:
    words = Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="surrogateescape").split("\0")
    found = [
        words[at + 1] for at, word in enumerate(words[:-1]) if word in CLASS_PATH_OPTIONS]
    # YARN passes it in the environment.
    written = found[0] if found else os.environ.get("CLASSPATH", "")
    folder = os.readlink(f"/proc/{process}/cwd")
    return [os.path.join(folder, each) for each in written.split(os.pathsep) if each]


@functools.cache
def jvm() -> Any:
    program, paths = java_above(os.getppid())
    # What --jars and --packages bring, such as hadoop-aws.
    paths.append(os.path.join(SparkFiles.getRootDirectory(), "*"))
    port, token = launch_gateway(
        jarpath=os.devnull, classpath=os.pathsep.join(paths), javaopts=list(OPTIONS),
        java_path=str(program), die_on_exit=True, enable_auth=True)
    return JavaGateway(
        gateway_parameters=GatewayParameters(port=port, auth_token=token, auto_convert=True)).jvm


def files(settings: bytes) -> Files:
    """The file systems with the driver's settings, which `settings_of` has written."""
    virtual = jvm()
    configuration = virtual.org.apache.hadoop.conf.Configuration(False)
    configuration.addResource(virtual.java.io.ByteArrayInputStream(settings))
    return Files(virtual, configuration)


def settings_of(jvm_of_driver: Any, configuration: Any) -> bytes:
    output = jvm_of_driver.java.io.ByteArrayOutputStream()
    configuration.writeXml(output)
    return bytes(output.toByteArray())
