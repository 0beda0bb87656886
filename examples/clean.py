"""
Cleans pages with the command refrain: a JSON line for each page in, and a JSON line out. It needs only Python and the command.

Run: python3 examples/clean.py < pages.ndjson; REFRAIN is the command, `refrain` if unset
"""
import json
import os
import shlex
import subprocess
import sys
import threading


def clean(pages, *flags):
    """
    Yields a clean page for each page with "url", "html" and optionally "id". Pages of a site keep their order; the first eight of a site are
    held until the eighth is read. A page that cannot be read is omitted, with a message on standard error. If the caller reads slowly, the
    input waits: at most 64 MiB and the contents of the pipes are in progress.
    """
    command = shlex.split(os.environ.get("REFRAIN", "refrain"))
    command += ["-", "-q", "--fields", "id,url,title,markdown", *flags]
    failures = []

    def feed(stdin):
        try:
            with stdin:
                for page in pages:
                    stdin.write(json.dumps(page).encode() + b"\n")
        except BrokenPipeError:
            pass  # The reader has stopped.
        except Exception as error:
            failures.append(error)

    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        feeder = threading.Thread(target=feed, args=(process.stdin,), daemon=True)
        # Only the thread closes the pipe that it writes to.
        process.stdin = None
        feeder.start()
        for line in process.stdout:
            yield json.loads(line)
        feeder.join()
    if process.returncode > 1:
        raise RuntimeError(f"refrain ended with exit code {process.returncode}")
    if failures:
        raise failures[0]


if __name__ == "__main__":
    for page in clean(map(json.loads, sys.stdin)):
        print(json.dumps(page, ensure_ascii=False))
