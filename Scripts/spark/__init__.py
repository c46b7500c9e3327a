"""The tools on Apache Spark: each executor runs a release executable on its share of the inputs."""
