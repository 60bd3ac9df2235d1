from dataclasses import dataclass, field


class UsageError(Exception):
    """The command line is wrong."""


@dataclass
class Options:
    flags: set[str] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)
    rest: list[str] = field(default_factory=list)


def parse(argv: list[str], known: dict[str, bool]) -> Options:
    options = Options()
    items = iter(argv)
    for item in items:
        if not item.startswith("--"):
            options.rest.append(item)
            continue
        name = item[2:]
        if name not in known:
            raise UsageError(f"unknown option {item}")
        if known[name]:
            try:
                options.values[name] = next(items)
            except StopIteration:
                raise UsageError(f"{item} needs a value") from None
        else:
            options.flags.add(name)
    return options
