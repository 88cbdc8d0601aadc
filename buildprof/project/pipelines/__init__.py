"""The pipelines of the known projects, a file each: which programs and labels their stages have."""

from buildprof.project.pipelines.generic import GENERIC
from buildprof.project.pipelines.llama_cpp import LLAMA_CPP
from buildprof.project.pipelines.tern import TERN

__all__ = ["GENERIC", "LLAMA_CPP", "TERN"]
