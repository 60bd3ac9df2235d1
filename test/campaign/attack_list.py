"""The hostile programs: which, started where, with which options, and what shows that they were stopped.

`old` lie in test/attacks, `new` in test/campaign/attacks. A program says "tried" when it ran and "SUCCEEDED" or a
secret ("hunter2") when it got through; the machine is compared before and after as well.
"""
from dataclasses import dataclass, field

BOTH = ("bubblewrap", "landlock")


@dataclass(frozen=True)
class Attack:
    name: str
    program: str
    options: tuple = ()
    levels: tuple = BOTH
    where: str = "work"       # a linked work tree; "main": the main checkout, where the store lies
    environment: dict = field(default_factory=dict, hash=False)
    control: bool = False     # without a sandbox it gets through, and harms nobody
    then: tuple = ()          # commands of Assay's, outside, in the work tree that the program left


def old(program, *options, **named):
    return Attack(program, f"old/{program}", options, **named)


def new(program, *options, **named):
    return Attack(program, f"new/{program}", options, **named)


OLD = (
    old("read_secrets.sh", control=True), old("read_shadow.sh"), old("read_links.sh", control=True),
    old("read_environment.sh"), old("read_command_lines.sh", levels=("bubblewrap",)),
    old("read_by_handle.py"), old("write_outside.sh", control=True), old("write_shared.sh"),
    old("write_system.sh"), old("leave_setuid.sh"), old("change_modes.sh", levels=("bubblewrap",), control=True), old("devices.sh"),
    old("network.py", control=True), old("signals.py"), old("launcher.py"), old("fork_bomb.py", "--processes", "100"),
    old("namespaces.py"), old("terminal.py"), old("outlive.sh"), old("fill_disk.sh", "--disk-mb", "40"),
    old("fill_tmp.sh", "--disk-mb", "40"), old("fill_inodes.py", "--files", "2000"), old("fill_memory.py", "--memory-mb", "150"),
    old("fill_memory_by_many.py", "--memory-mb", "150"), old("fill_file.sh", "--file-mb", "4"),
    old("open_files.py", "--open-files", "256"), old("deep_folders.py"), old("git_tamper.sh", control=True), old("git_link.sh"),
    old("forged_output.sh"), old("loaders.sh"),
)

LIMITS = ("--memory-mb", "150", "--disk-mb", "100")
MEMORY = tuple(new(f"memory_{name}.py", *LIMITS, control=True) for name in (
    "memfd", "shared_anonymous", "sysv", "unlinked_shm", "socket_buffers", "page_tables", "in_flight", "in_children",
    "stacks", "maps", "secret")) + (new("memory_messages.py", *LIMITS), new("memory_pipes.py", *LIMITS))
DISK = tuple(new(f"disk_{name}.py", *LIMITS, control=True) for name in (
    "unlinked", "fallocate", "unlinked_tmp", "mapped", "attributes")) + tuple(
    new(f"disk_{name}.py", "--files", "2000", control=True) for name in ("folders", "links"))

JUDGE = ("judge_keys_read.py", "judge_keys_write.py", "judge_store_read.py", "judge_store_write.py", "judge_store_replace.sh",
         "judge_evidence_read.sh", "judge_evidence_remove.sh", "judge_work_trees_read.sh", "judge_work_trees_write.sh",
         "judge_verifier.sh", "judge_locks.sh", "judge_operator.sh", "judge_rename.sh", "judge_links.py", "judge_proc.py",
         "judge_live.sh", "server_login.py")
FROM_WORK = tuple(new(program, control=True) for program in JUDGE)
FROM_MAIN = tuple(Attack(f"{program} in the main checkout", f"new/{program}", levels=("bubblewrap",), where="main")
                  for program in JUDGE)
# What is granted must not bring the judge's own files back.
GRANTED = tuple(Attack(f"{program} with the parent folder readable", f"new/{program}", ("--readable", "PLACE"))
                for program in ("judge_keys_read.py", "judge_store_read.py", "judge_evidence_read.sh", "judge_work_trees_read.sh",
                                "judge_links.py"))

GIT = (new("git_more.sh", control=True), new("git_notes.sh", control=True), new("git_objects.py", control=True))
TRAPS = (new("trap_links.sh"), new("trap_swap.py"), new("trap_names.py"), new("trace_children.py"),
         new("stop_group.py"), new("leave_capabilities.py"), new("output_rewrite.py"))
# Laid for Assay itself, which looks at the work tree outside of the sandbox.
LOOK = (("check", "--intent", "look", "--verify-command", "true"), ("check", "--intent", "look", "--verify-command", "true", "--json"))
LATER = (new("next_git.sh", then=LOOK), new("lure_reader.py", then=LOOK))
PATHS = tuple(Attack(f"path_home.sh with PATH={path}", "new/path_home.sh", environment={"PATH": f"{path}:ORIGINAL"}) for path in (
    "VICTIM", "VICTIM/bin/..", "VICTIM//.", "VICTIM/bin/../../home", "LINK_TO_HOME", "OTHER", "PLACE", "/", "..", ".", "VICTIM/.ssh")
) + tuple(Attack(f"path_etc.sh with PATH={path}", "new/path_etc.sh", environment={"PATH": f"{path}:ORIGINAL"}) for path in (
    "/etc", "/etc/", "/usr/../etc", "/etc/ssh", "/etc/alternatives/..", "/"))
MACHINE = (new("sysv_read.py", control=True), new("sysv_leave.py", control=True), new("posix_queue.py", control=True),
           new("judge_watched.py", control=True), new("slow_others.py", control=True), new("read_processes.py"),
           new("kernel_reads.sh"), new("cgroup_move.py"), new("rights.py"), new("sockets_by_link.py", control=True))

ALL = OLD + MEMORY + DISK + FROM_WORK + FROM_MAIN + GRANTED + GIT + TRAPS + LATER + PATHS + MACHINE
