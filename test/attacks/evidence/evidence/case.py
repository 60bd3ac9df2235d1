"""What a case is, and the list of all cases."""

from dataclasses import dataclass, field
from textwrap import dedent

NOT_GREEN = "not green"  # check: anything but mergeable; mission: anything but ready_to_land
GREEN = "green"  # mergeable; ready_to_land
INCONCLUSIVE = "inconclusive"  # the machine cannot run it: never the change's fault, never green

NOT_BLAMED = "not blamed"  # anything but not_mergeable: there is a doubt, and it is not the change's
EXPECTATIONS = (NOT_GREEN, GREEN, NOT_BLAMED, INCONCLUSIVE)

ANY = None  # an exit status that does not matter


@dataclass
class Case:
    name: str
    family: str
    why: str  # one sentence: why it is a cheat, or why it is honest
    tools: tuple  # names of evidence/tools.py; the case is skipped, and said so, where one is missing
    base: dict  # path -> text of the base commit
    change: dict  # path -> text, None removes the file; work tree only, not committed
    task: str
    commands: tuple = ()  # for --verify-command; empty: Assay has to find them
    raw: str = ""  # what --validate runs when it is not the commands joined by &&
    prepare: str = ""  # shell script before the base commit (links, submodules)
    script: str = ""  # shell script after the change (index flags, ignored files)
    proof: str = ""  # must fail in a changed tree that cheats, must succeed in an honest one
    report: str = ""  # what the builder says
    logs: str = ""  # handed over instead of commands: --verify-logs, nothing is run
    expect: str = NOT_GREEN
    mention: str = ""  # regular expression that the findings must match
    base_exit: int | None = 0  # of the raw command in the base
    exit: int | None = 0  # and in the changed tree: a cheat looks green
    says: str = ""  # regular expression that the raw command's output in the changed tree must match
    mission: bool = False  # also as a mission through `assay verify`
    env: dict = field(default_factory=dict)

    @property
    def raw_command(self):
        return self.raw or " && ".join(f"( {command} )" for command in self.commands)


ALL: list[Case] = []
_family = "none"


def family(name):
    """The cases that follow in this file belong to it."""
    global _family
    _family = name


def text(value):
    return value if value is None or isinstance(value, bytes) else dedent(value).lstrip("\n")


def _texts(files):
    return {path: text(value) for path, value in files.items()}


def case(name, why, kit, change, task, command=None, **more):
    """Adds a case on a kit's files; `base` adds to them, and what it says of `proof` and `command` goes before the kit's."""
    base = {**kit.files, **_texts(more.pop("base", {}))}
    base = {path: value for path, value in base.items() if value is not None}
    if command is None:
        command = kit.command
    commands = (command,) if isinstance(command, str) else tuple(command)
    more.setdefault("proof", kit.proof)
    if not commands:
        more.setdefault("raw", kit.command)
    ALL.append(Case(name=name, family=_family, why=why, tools=more.pop("tools", kit.tools), base=base, change=_texts(change), task=task, commands=commands, **more))


def honest(name, why, kit, change, task, command=None, **more):
    more.setdefault("expect", GREEN)
    case(name, why, kit, change, task, command, **more)
