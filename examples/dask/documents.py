"""The main content of pages on a cluster of Dask: a site is a task, and each worker keeps one process of refrain.

Run: python3 documents.py PAGES.ndjson FOLDER [SCHEDULER]

PAGES has a line {"url": …, "html": …} for each page. Needs the package distributed (Debian: python3-distributed) and the command
refrain. Without the address of a scheduler it starts workers on this machine.
"""
import itertools
import json
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import dask.bag
from distributed import Client, get_worker

# With --settle 0 each line is answered before the next one is read. So the first pages of a site are judged with few other pages. They are
# therefore sent twice, and only the second answers are used. A page counts once.
COMMAND = ["refrain", "-", "--settle", "0", "--fields", "id,url,title,text", "--quiet"]
SETTLE = 8
# A page that is refused has no answer; the log of the worker has a message. This page always has an answer, so it marks the end.
END = {"url": "https://end.invalid/", "site": "end.invalid", "html": "<p>End"}


class Refrain:
    """A process that answers the pages of one site after another."""

    def __init__(self):
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.lock = threading.Lock()
        self.numbers = itertools.count()

    def documents(self, host, pages):
        with self.lock:
            # A new name of the site, so that an earlier run of the same task in this process does not change the answers.
            site = f"{next(self.numbers)}.{host}"
            named = [{**page, "site": site} for page in pages]
            lines = [*named[:SETTLE], END, *named, END]
            writer = threading.Thread(target=self.send, args=(lines,))
            writer.start()
            for _ in self.answers():
                pass
            found = list(self.answers())
            writer.join()
            return found

    def send(self, lines):
        for line in lines:
            self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()

    def answers(self):
        while line := self.process.stdout.readline():
            answer = json.loads(line)
            if answer["id"] == END["url"]:
                return
            yield answer
        raise RuntimeError(f"refrain has ended with code {self.process.wait()}")


def host_of(page):
    return urlsplit(page["url"]).netloc


def documents(host, pages):
    """Runs on a worker. It sorts the pages, because a cluster delivers them in any order."""
    worker = get_worker()
    if getattr(worker, "refrain", None) is None or worker.refrain.process.poll() is not None:
        worker.refrain = Refrain()
    return worker.refrain.documents(host, sorted(pages, key=lambda page: page["url"]))


def main(pages, folder, scheduler=None):
    with Client(scheduler) if scheduler else Client(n_workers=2, threads_per_worker=1):
        sites = dask.bag.read_text(pages, blocksize="16MiB").map(json.loads).groupby(host_of)
        found = sites.starmap(documents).flatten()
        found.map(json.dumps, ensure_ascii=False).to_textfiles(f"{folder}/*.ndjson")


if __name__ == "__main__":
    main(*sys.argv[1:])
