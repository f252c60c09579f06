"""What ends the command, and that it and its simulations are gone then."""
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import flitwise
import pytest


def descendants(pid):
    """Processes that a process has started, and that they have."""
    found = []
    for thread in pathlib.Path(f"/proc/{pid}/task").glob("*"):
        try:
            children = [int(child) for child in (thread / "children").read_text().split()]
        except OSError:
            continue
        for child in children:
            found += [child, *descendants(child)]
    return found


def wait_for(condition):
    for _ in range(600):
        answer = condition()
        if answer:
            return answer
        time.sleep(0.05)
    raise AssertionError("nothing happens")


def gone(pids):
    return not any(pathlib.Path(f"/proc/{pid}/exe").exists() for pid in pids)


def test_a_call_that_takes_too_long_is_ended(endless):
    began = time.monotonic()
    with pytest.raises(flitwise.TimedOut, match="took longer than 0.5 s and was ended"):
        flitwise.run(endless, timeout=0.5)
    assert time.monotonic() - began < 30
    assert descendants(os.getpid()) == []
    with pytest.raises(TimeoutError):
        flitwise.Command(timeout=0.5).sweep({"base": endless, "vary": {"options.seed": [1]}})
    assert descendants(os.getpid()) == []


def test_ctrl_c_ends_the_command_and_its_simulations(endless, tmp_path):
    script = tmp_path / "wait.py"
    script.write_text(f"import flitwise\nflitwise.run({endless!r})\n", encoding="utf-8")
    process = subprocess.Popen([sys.executable, "-B", str(script)], stderr=subprocess.PIPE,
                               env={**os.environ, "TMPDIR": str(tmp_path)},
                               text=True, start_new_session=True)
    try:
        # The command, and the simulation that it has started.
        running = wait_for(lambda: len(found := descendants(process.pid)) > 1 and found)
        process.send_signal(signal.SIGINT)  # to Python alone
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert "KeyboardInterrupt" in errors
    wait_for(lambda: gone(running))
    assert [path.name for path in tmp_path.iterdir()] == ["wait.py"]


def test_a_command_that_a_signal_ends_is_an_error(endless):
    def end():
        command = wait_for(lambda: descendants(os.getpid()))[0]
        wait_for(lambda: descendants(command))  # or it is only asked for its version
        os.kill(command, signal.SIGTERM)

    thread = threading.Thread(target=end)
    thread.start()
    with pytest.raises(flitwise.Died, match="was ended by SIGTERM") as error:
        flitwise.run(endless)
    thread.join()
    assert error.value.signal == signal.SIGTERM
    assert descendants(os.getpid()) == []
