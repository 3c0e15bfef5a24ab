"""A store of objects that speaks S3, for tests: SeaweedFS, or moto, the imitation of Amazon's services.

    object_store.py seaweed [FOLDER [PORT]]
    object_store.py moto

Prints one line of JSON once it listens: its port, its process, its keys and its bucket. The store ends with this script, and this script with its
standard input. Without a folder it keeps its data in a temporary one.
"""

import ctypes
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

temporary = []
ACCESS, SECRET, BUCKET = "NEXUSTESTACCESS", "nexus/test+secret/with=signs", "media"


def free_ports(count):
    """Free ports whose companion for gRPC, 10,000 above, is one too."""
    held, ports = [], []
    while len(ports) < count:
        try:
            first = socket.socket()
            first.bind(("127.0.0.1", 0))
            second = socket.socket()
            port = first.getsockname()[1] % 20_000 + 20_000
            first.close()
            first = socket.socket()
            first.bind(("127.0.0.1", port))
            second.bind(("127.0.0.1", port + 10_000))
        except OSError:
            continue
        held += [first, second]
        ports.append(port)
    for one in held:
        one.close()
    return ports


def ends_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def answers(port, path="/", method="GET", body=None):
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        connection.request(method, path, body)
        return connection.getresponse().status
    except OSError:
        return None


def wait(condition):
    for _ in range(1_200):
        if condition():
            return
        time.sleep(0.05)
    sys.exit("the store did not start")


def seaweed(folder=None, port=None):
    if folder is None:
        folder = tempfile.mkdtemp(prefix="nexus-store-")
        temporary.append(folder)
    os.makedirs(folder, exist_ok=True)
    master, volume, filer, store = free_ports(4)
    store = int(port or store)
    config = os.path.join(folder, "s3.json")
    with open(config, "w") as file:
        json.dump(
            {
                "identities": [
                    {
                        "name": "nexus",
                        "credentials": [{"accessKey": ACCESS, "secretKey": SECRET}],
                        "actions": ["Admin", "Read", "Write", "List", "Tagging"],
                    }
                ]
            },
            file,
        )
    program = os.path.join(os.path.dirname(sys.executable), "weed")
    process = subprocess.Popen(
        [
            program, "server", f"-dir={folder}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
            f"-master.port={master}", f"-volume.port={volume}", "-filer", f"-filer.port={filer}", "-s3",
            f"-s3.port={store}", f"-s3.config={config}", "-volume.max=20", "-master.volumeSizeLimitMB=64",
            "-s3.port.iceberg=0", "-s3.port.lance=0", "-s3.iam=false", "-s3.autoCreateBucket=false", "-master.telemetry=false",
        ],
        stdout=subprocess.DEVNULL, stderr=open(os.path.join(folder, "log"), "w"), stdin=subprocess.DEVNULL,
        preexec_fn=ends_with_parent,
    )  # fmt: skip
    wait(lambda: process.poll() is not None or answers(filer) == 200)
    wait(lambda: process.poll() is not None or answers(filer, f"/buckets/{BUCKET}/", "POST") in (200, 201, 409))
    # Once a file is taken, there are volumes for it.
    probe = f"/buckets/{BUCKET}/ready"
    wait(lambda: process.poll() is not None or answers(filer, probe, "PUT", b"ready" * 1_000) in (200, 201))
    wait(lambda: process.poll() is not None or answers(filer, probe, "DELETE") in (200, 204))
    wait(lambda: process.poll() is not None or answers(store) is not None)
    if process.poll() is not None:
        sys.exit("the store did not start")
    return store, process.pid


def moto():
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    port = server.get_host_and_port()[1]
    client = boto3.client(
        "s3", endpoint_url=f"http://127.0.0.1:{port}", aws_access_key_id=ACCESS, aws_secret_access_key=SECRET,
        region_name="us-east-1",
    )  # fmt: skip
    client.create_bucket(Bucket=BUCKET)
    return port, os.getpid()


def main():
    kind, *arguments = sys.argv[1:]
    port, process = {"seaweed": seaweed, "moto": moto}[kind](*arguments)
    print(
        json.dumps({"port": port, "pid": process, "accessKey": ACCESS, "secretKey": SECRET, "bucket": BUCKET}),
        flush=True,
    )
    sys.stdin.read()
    if kind == "seaweed":
        os.kill(process, signal.SIGKILL)
    for folder in temporary:
        shutil.rmtree(folder, ignore_errors=True)


main()
