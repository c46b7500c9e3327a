"""The systemd units that run a nightly job."""

import shlex
import sys
from pathlib import Path

UNITS = """\
# /etc/systemd/system/laughtrack-nightly.service
[Unit]
Description=The all-time ranking: fetch, rank, publish
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=laughtrack
UMask=0022
ExecStart={command}
# 3: done, with fewer rejects than the guard allows.
SuccessExitStatus=3
TimeoutStartSec=2h

# /etc/systemd/system/laughtrack-nightly.timer
[Unit]
Description=The all-time ranking, every night

[Timer]
OnCalendar=*-*-* 03:15:00
RandomizedDelaySec=5min
# Run at the next start if the machine was off.
Persistent=true

[Install]
WantedBy=timers.target
"""


def printed(script: Path, settings: Path) -> str:
    """Both units, one after the other; in a unit '%' and '$' are written twice."""
    words = [sys.executable, str(script), str(settings.absolute())]
    command = shlex.join(words).replace("%", "%%").replace("$", "$$")
    return UNITS.format(command=command)
