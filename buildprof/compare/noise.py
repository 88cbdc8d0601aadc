"""How much a metric moves by itself."""

from __future__ import annotations

from buildprof.compare.result import Noise

# what two runs of the same code differ by where no history tells: a standard deviation of 1 % a run
ASSUMED = 0.01
UNKNOWN = Noise(run=ASSUMED)
