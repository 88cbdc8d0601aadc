from __future__ import annotations

import sys
from typing import Any

import pytest

DEBIAN_12 = ["clang-13", "clang-14", "clang-22", "clang-19", "libclang-rt-22-dev"]


@pytest.mark.parametrize(
    ("manager", "known", "packages"),
    [
        ("apt-get", DEBIAN_12, ["clang-22", "libclang-rt-22-dev"]),
        ("apt-get", ["clang-15", "clang-9"], ["clang-15"]),
        ("apt-get", ["clang-14"], ["clang-NN"]),
        ("apt-get", [], ["clang-NN"]),
        ("dnf", [], ["clang"]),
        ("zypper", [], ["clang"]),
        ("pacman", [], ["clang"]),
        ("apk", [], ["clang"]),
    ],
)
def test_package_ofclang(
    bootstrap: Any, manager: str, known: list[str], packages: list[str]
) -> None:
    assert bootstrap.packages_of(manager, ["clang"], known) == packages


@pytest.mark.parametrize(
    ("manager", "packages"),
    [
        ("apt-get", ["python3.{}-venv", "libpython3.{}-dev", "clang-22", "libclang-rt-22-dev"]),
        ("dnf", ["python3-devel", "clang"]),
        ("pacman", ["clang"]),
    ],
)
def test_packages_of_all_that_may_be_missing(
    bootstrap: Any, manager: str, packages: list[str]
) -> None:
    expected = [name.format(sys.version_info.minor) for name in packages]

    assert bootstrap.packages_of(manager, ["venv", "headers", "clang"], DEBIAN_12) == expected


class System:
    """A Linux with some programs, whose package manager only writes down what it is told."""

    def __init__(self, module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.programs = {"apt-get"}
        self.root = True
        self.known: list[str] = []
        self.after_update = DEBIAN_12
        self.fails: list[str] = []
        self.ran: list[str] = []
        monkeypatch.setattr(module.sys, "platform", "linux")
        monkeypatch.setattr(module.shutil, "which", lambda name: name in self.programs)
        monkeypatch.setattr(module.os, "geteuid", lambda: 0 if self.root else 1000, raising=False)
        monkeypatch.setattr(module, "apt_names", lambda: self.known)
        monkeypatch.setattr(module, "known_to_apt", lambda names: set(names) <= set(self.known))
        monkeypatch.setattr(module, "tail_of_log", lambda: "(log)")
        monkeypatch.setattr(module, "run_logged", self._run)

    def _run(self, command: list[str], _environment: dict[str, str]) -> int:
        line = " ".join(command)
        self.ran.append(line)
        if line.endswith("update"):
            self.known = self.after_update
        if line in self.fails:
            self.fails.remove(line)
            return 100
        return 0


@pytest.fixture
def system(bootstrap: Any, monkeypatch: pytest.MonkeyPatch) -> System:
    return System(bootstrap, monkeypatch)


INSTALL = "apt-get install -y --no-install-recommends clang-22 libclang-rt-22-dev"


def test_apt_asks_for_its_lists_once_where_they_are_empty(bootstrap: Any, system: System) -> None:
    bootstrap.install(["clang"])

    assert system.ran == ["apt-get update", INSTALL]


def test_apt_does_not_ask_for_lists_that_have_it(bootstrap: Any, system: System) -> None:
    system.known = DEBIAN_12
    bootstrap.install(["clang"])

    assert system.ran == [INSTALL]


def test_apt_with_an_old_list_is_refreshed_and_tried_again(bootstrap: Any, system: System) -> None:
    system.known = DEBIAN_12
    system.fails = [INSTALL]
    bootstrap.install(["clang"])

    assert system.ran == [INSTALL, "apt-get update", INSTALL]


def test_apt_that_fails_shows_what_was_tried(bootstrap: Any, system: System) -> None:
    system.fails = [INSTALL]

    with pytest.raises(bootstrap.Failure) as caught:
        bootstrap.install(["clang"])

    assert caught.value.what == "could not be installed: clang 15 or newer"
    assert caught.value.todo == f"Tried: {INSTALL}\n(log)"


def test_system_whose_clang_is_too_old_says_so(bootstrap: Any, system: System) -> None:
    system.after_update = ["clang-14"]

    with pytest.raises(bootstrap.Failure) as caught:
        bootstrap.install(["clang"])

    assert caught.value.what == "missing: clang 15 or newer"
    assert "no clang that is new enough" in caught.value.todo


def test_without_root_sudo_is_used_and_never_waits_for_a_password_unseen(
    bootstrap: Any, system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    system.root = False
    system.programs.add("sudo")
    system.known = DEBIAN_12
    monkeypatch.setattr(sys, "stdin", None)
    bootstrap.install(["clang"])

    assert system.ran == [f"sudo -n env DEBIAN_FRONTEND=noninteractive {INSTALL}"]


def test_without_root_and_sudo_it_says_what_to_type(bootstrap: Any, system: System) -> None:
    system.root = False
    system.known = DEBIAN_12

    with pytest.raises(bootstrap.Failure) as caught:
        bootstrap.install(["clang"])

    assert caught.value.what == "missing: clang 15 or newer; installing needs root"
    assert caught.value.todo == f"Type as root: {INSTALL}\nThen try again."
    assert system.ran == []


@pytest.mark.parametrize(
    ("platform", "word"),
    [
        ("darwin", "xcode-select --install"),
        ("win32", "winget install LLVM.LLVM"),
        ("linux", "Install clang 15 or newer, then try again."),
    ],
)
def test_system_without_a_package_manager_is_told_what_to_type(
    bootstrap: Any, system: System, monkeypatch: pytest.MonkeyPatch, platform: str, word: str
) -> None:
    system.programs.clear()
    monkeypatch.setattr(sys, "platform", platform)

    with pytest.raises(bootstrap.Failure) as caught:
        bootstrap.install(["clang"])

    assert word in caught.value.todo


def test_clang_that_cannot_link_brings_the_library(
    bootstrap: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clang = bootstrap.Clang((22, 1, 8), "clang-22", "clang++-22")
    installed: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "look_around", lambda: ([], clang))
    monkeypatch.setattr(bootstrap, "probe", lambda _cxx: 0 if installed else 1)
    monkeypatch.setattr(bootstrap, "install", installed.append)

    assert bootstrap.prepare_system() == {"clang": "clang-22", "clang++": "clang++-22"}
    assert installed == [["library"]]


def test_what_is_missing_even_after_installing_is_an_error(
    bootstrap: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "look_around", lambda: (["clang"], None))
    monkeypatch.setattr(bootstrap, "install", lambda _parts: None)
    monkeypatch.setattr(bootstrap, "tail_of_log", str)

    with pytest.raises(
        bootstrap.Failure, match="still missing after installing: clang 15 or newer"
    ):
        bootstrap.prepare_system()


def test_a_browser_that_is_there_is_taken(bootstrap: Any, system: System) -> None:
    system.programs.add("google-chrome")
    bootstrap.prepare_browser()

    assert system.ran == []


def test_tests_bring_a_browser_where_the_package_manager_has_one(
    bootstrap: Any, system: System
) -> None:
    system.known = ["chromium"]
    bootstrap.prepare_browser()

    assert system.ran == ["apt-get install -y --no-install-recommends chromium"]


def test_tests_go_on_without_a_browser_and_say_so(
    bootstrap: Any, system: System, capsys: pytest.CaptureFixture[str]
) -> None:
    system.root = False
    system.known = ["chromium"]
    bootstrap.prepare_browser()

    assert system.ran == []
    assert capsys.readouterr().err == (
        "bootstrap: missing: Chromium, for the tests of the HTML page; installing needs root; "
        "these tests will be skipped\n"
    )
