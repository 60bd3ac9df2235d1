"""Archives whose bytes depend on nothing but what is in them and on the time of the commit."""
import gzip
import io
import tarfile


def gzipped(data):
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=out, mtime=0) as packed:
        packed.write(data)
    return out.getvalue()


def folders_above(names):
    out = set()
    for name in names:
        parts = name.split("/")[:-1]
        out.update("/".join(parts[:n]) for n in range(1, len(parts) + 1))
    return out


def tar_of(entries, epoch):
    """entries: path -> Entry. Sorted, owned by root, each file as old as the commit."""
    out = io.BytesIO()
    folders = folders_above(entries)
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name in sorted(folders | set(entries)):
            info = tarfile.TarInfo(name)
            info.mtime = epoch
            info.uname = info.gname = "root"
            if name in entries:
                info.size = len(entries[name].data)
                info.mode = entries[name].mode
                tar.addfile(info, io.BytesIO(entries[name].data))
            else:
                info.type = tarfile.DIRTYPE
                info.mode = 0o755
                tar.addfile(info)
    return out.getvalue()
