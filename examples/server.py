"""
Cleans pages in batches with `refrain serve`, which is started again when it has ended. It needs only Python and the command.

Run: python3 examples/server.py FOLDER < pages.ndjson; REFRAIN is the command, `refrain` if unset
"""
import contextlib
import http.client
import itertools
import json
import os
import shlex
import shutil
import subprocess
import sys
import threading
import time

BATCH = 64
TRIES = 3


class Refrain:
    """A server on this machine. `state` is the folder of what it learns."""

    def __init__(self, state):
        self.command = shlex.split(os.environ.get("REFRAIN", "refrain"))
        self.command += ["serve", "--port", "0", "--state", state]
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()  # The server saves what it has learned.
        self.process.wait()

    def start(self):
        self.process = subprocess.Popen(self.command, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        if "serving at http://" not in line:
            raise RuntimeError(f"the server did not start: {line}{self.process.stderr.read()}")
        self.address = line.split("http://")[1].strip(" /\n")
        threading.Thread(target=shutil.copyfileobj, args=(self.process.stderr, sys.stderr), daemon=True).start()

    def documents(self, pages, query="fields=id,url,title,markdown"):
        """
        Yields a page and its document for each page with "url", "html" and optionally "id" and "site". The document of a page that is refused
        has an "error" with "code" and "message".
        """
        pages = iter(pages)
        while batch := list(itertools.islice(pages, BATCH)):
            yield from zip(batch, self.answers(batch, query))

    def answers(self, batch, query):
        """A batch is sent again if the server ends. Each page is counted once."""
        lines = b"".join(json.dumps(page).encode() + b"\n" for page in batch)
        for _ in range(TRIES):
            with contextlib.suppress(OSError, http.client.HTTPException):
                answers = [json.loads(line) for line in self.post(lines, query).splitlines()]
                # A server that stops answers the rest by one error without a line.
                if all("error" not in answer or "line" in answer for answer in answers):
                    return answers
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=1)
                self.start()
        raise RuntimeError(f"the server gave no answer {TRIES} times")

    def post(self, lines, query):
        connection = http.client.HTTPConnection(self.address, timeout=120)
        with contextlib.closing(connection):
            connection.putrequest("POST", f"/documents?{query}")
            connection.putheader("Content-Length", str(len(lines)))
            connection.endheaders()
            # The server answers while it reads.
            threading.Thread(target=send, args=(connection, lines), daemon=True).start()
            response = connection.getresponse()
            text = response.read().decode()
        if response.status == 503:
            time.sleep(int(response.getheader("Retry-After", "1")))
            raise OSError(text)
        if response.status != 200:
            raise RuntimeError(text)
        return text


def send(connection, lines):
    with contextlib.suppress(OSError):  # The server has ended, so there is no response either.
        connection.send(lines)


if __name__ == "__main__":
    with Refrain(sys.argv[1]) as refrain:
        for page, document in refrain.documents(map(json.loads, sys.stdin)):
            print(json.dumps(document, ensure_ascii=False))
