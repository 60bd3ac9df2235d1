"""The formula for Homebrew on Linux, of the portable archives and their digests."""
import re
from pathlib import Path

from release import LICENSE, SUMMARY, Wrong

CPUS = {"amd64": "on_intel", "arm64": "on_arm"}


def digests_of(text):
    """name -> digest, of lines as sha256sum writes them."""
    out = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = re.fullmatch(r"([0-9a-f]{64})  ([A-Za-z0-9._@+-]+)", line)
        if match is None:
            raise Wrong(f"line {number} of the checksums is not as sha256sum writes it")
        out[match[2]] = match[1]
    return out


def formula(version, address, digests):
    parts = []
    for arch, cpu in CPUS.items():
        name = f"assay-{version}-linux-{arch}.tar.gz"
        if name in digests:
            parts.append(f"    {cpu} do\n      url \"{address}/{name}\"\n      sha256 \"{digests[name]}\"\n    end\n")
    if not parts:
        raise Wrong(f"the checksums name no archive of {version}")
    return f"""class Assay < Formula
  desc "{SUMMARY[0].upper()}{SUMMARY[1:]}"
  homepage "{address.split('/releases/', maxsplit=1)[0]}"
  version "{version}"
  license "{LICENSE}"

  depends_on :linux
  depends_on "git"

  on_linux do
{''.join(parts)}  end

  def install
    bin.install "bin/assay"
    man1.install Dir["share/man/man1/*"]
    man7.install Dir["share/man/man7/*"]
    bash_completion.install "share/bash-completion/completions/assay"
    zsh_completion.install "share/zsh/site-functions/_assay"
    fish_completion.install "share/fish/vendor_completions.d/assay.fish"
    doc.install Dir["share/doc/assay/*"]
  end

  test do
    assert_equal version.to_s, shell_output("#{{bin}}/assay --version").strip
  end
end
"""


def write(version, address, digests, folder):
    target = Path(folder) / "assay.rb"
    target.write_text(formula(version, address, digests))
    return target
