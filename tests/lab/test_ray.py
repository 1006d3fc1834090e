"""An experiment on a cluster of two nodes whose workers are killed; `make ray` runs it, Ray being no part of `make test`."""

import faulthandler
import os
import signal
import threading
from pathlib import Path
from time import sleep

import pytest

if "ALBION_RAY" not in os.environ:  # also where Ray is installed: it takes a minute
    pytest.skip("Ray is an extra: make ray", allow_module_level=True)

import ray
from ray.cluster_utils import Cluster

from albion.lab.engines import Local
from albion.lab.experiment import experiment_from
from albion.lab.ray_engine import Ray
from albion.lab.run import Session
from albion.lab.store import Run

LIMIT = 600
"""Seconds after which a cluster that hangs ends the tests, with what every thread was doing."""
EXPERIMENT = {"game": "boudicca", "bots": "random", "games": 300, "record": ["points"]}


def workers() -> list[int]:
    """Processes that play chunks, on both nodes."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if line.startswith(b"ray::_play"):
                found.append(int(entry.name))
    return found


def test_no_game_is_lost_or_counted_twice_when_workers_die(tmp_path: Path) -> None:
    faulthandler.dump_traceback_later(LIMIT, exit=True)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    killed: list[int] = []
    stop = threading.Event()

    def kill() -> None:
        while not stop.is_set() and len(killed) < 4:
            for pid in workers()[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
            sleep(2)

    try:
        experiment = experiment_from(EXPERIMENT, "ray")
        clustered = Run.begin(tmp_path / "ray", experiment)
        engine = Ray(cluster.address)
        assert engine.width == 2
        killer = threading.Thread(target=kill)
        killer.start()
        Session(clustered, engine, lambda _: None).play()
        stop.set()
        killer.join()
    finally:
        stop.set()
        ray.shutdown()
        cluster.shutdown()
        faulthandler.cancel_dump_traceback_later()
    local = Run.begin(tmp_path / "local", experiment)
    Session(local, Local(1), lambda _: None).play()

    assert killed
    assert sorted(clustered.table("games").collect()["n"]) == list(range(300))
    for name in ("games", "seats", "points"):
        keys = local.table(name).collect_schema().names()
        assert clustered.table(name).collect().sort(keys).equals(local.table(name).collect().sort(keys)), name
