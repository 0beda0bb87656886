"""
Pages through the command refrain, a line of JSON for each, as in any language. Needs nothing but Python and the command.

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
    Clean pages for pages with "url", "html" and maybe "id", in their order. One that cannot be read is left out, and named on standard
    error. Both sides wait for each other: no more pages are on their way than the pipes hold.
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
        # The thread alone closes what it writes to.
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
