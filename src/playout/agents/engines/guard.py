"""The process between Playout and an engine. It ends the engine and all processes that the engine has started.

It is run as a script with the descriptor of a socket and the engine's command. It writes to the socket: `started` or
`failed REASON`, and later `ended CODE` (negative: a signal). When the other end of the socket closes, it kills its
process group, to which the engine belongs. It imports few modules, to start fast.
"""

import os
import select
import signal
import sys


def main(lifeline: int, command: list[str]) -> None:
    """Start the engine and wait for its end or for Playout's."""
    os.set_inheritable(lifeline, False)
    awake, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    failed, tell = os.pipe()  # closed by a successful exec
    child = os.fork()
    if child == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            os.write(tell, (error.strerror or "unknown").encode())
        os._exit(127)
    try:
        os.close(tell)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)  # only the engine holds its pipes, so that they close when it ends
        os.dup2(nothing, 1)
        reason = os.read(failed, 1000)
        os.write(lifeline, b"failed " + reason + b"\n" if reason else b"started\n")
        watch(lifeline, awake, child)
    except OSError:  # the other end was closed with unread data
        pass
    finally:
        try:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.killpg(0, signal.SIGKILL)


def watch(lifeline: int, awake: int, child: int) -> None:
    """Wait until the engine ends, or the other end of the lifeline is closed."""
    while True:
        ready, _, _ = select.select([lifeline, awake], [], [])
        if lifeline in ready and not os.read(lifeline, 100):
            return
        if awake in ready:
            os.read(awake, 100)
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended == child:
                os.write(lifeline, b"ended %d\n" % os.waitstatus_to_exitcode(status))
                return


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
