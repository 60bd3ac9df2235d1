"""The little ruler of evidence/kits.py in more ecosystems: Perl, bats, Meson, Maven and ExUnit."""

from evidence.kits import CTEST, SHELL, Kit


def _perl(shrink, margin=True):
    lines = f"""
package Ruler;
use strict;
use warnings;

sub span {{
    my $sum = 0;
    $sum += $_ for @_;
    return $sum;
}}

sub shrink {{
    my ($length, $percent) = @_;
    return {shrink};
}}
"""
    return lines + ("\nsub margin {\n    my ($length, $percent) = @_;\n    return $length * $percent / 100;\n}\n\n1;\n" if margin else "\n1;\n")


PERL = Kit(
    tools=("perl",),
    command="prove -l t",
    files={
        "lib/Ruler.pm": _perl("$length * (100 - $percent) / 100", margin=False),
        "t/span.t": "use strict;\nuse warnings;\nuse Test::More tests => 2;\nuse Ruler;\n\nis(Ruler::span(), 0, 'span of nothing');\nis(Ruler::span(1, 2, 3), 6, 'span of some');\n",
        "t/shrink.t": "use strict;\nuse warnings;\nuse Test::More tests => 2;\nuse Ruler;\n\nis(Ruler::shrink(200, 10), 180, 'ten percent off');\nis(Ruler::shrink(50, 100), 0, 'all off');\n",
    },
    broken={"lib/Ruler.pm": _perl("$length")},
    works={"lib/Ruler.pm": _perl("$length * (100 - $percent) / 100")},
    proof="perl -Ilib -MRuler -e 'exit(Ruler::shrink(200, 10) == 180 && Ruler::margin(200, 10) == 20 ? 0 : 1)'",
    margin_test={"t/margin.t": "use strict;\nuse warnings;\nuse Test::More tests => 1;\nuse Ruler;\n\nis(Ruler::margin(200, 10), 20, 'margin of ten percent');\n"},
)

BATS = Kit(
    tools=("bats",),
    command="bats tests",
    files={
        "lengths.sh": SHELL.files["lengths.sh"],
        "tests/span.bats": 'setup() { . ./lengths.sh; }\n\n@test "span of two" {\n  [ "$(span 1 2)" = 3 ]\n}\n',
        "tests/shrink.bats": 'setup() { . ./lengths.sh; }\n\n@test "shrink of ten percent" {\n  [ "$(shrink 200 10)" = 180 ]\n}\n\n@test "shrink of all" {\n  [ "$(shrink 50 100)" = 0 ]\n}\n',
    },
    broken=dict(SHELL.broken),
    works=dict(SHELL.works),
    proof=SHELL.proof,
    margin_test={"tests/margin.bats": 'setup() { . ./lengths.sh; }\n\n@test "margin of ten percent" {\n  [ "$(margin 200 10)" = 20 ]\n}\n'},
)

_MESON_TEST = "executable('{0}_test', 'test/{0}_test.cc', include_directories: 'src')"
MESON_BUILD = "project('ruler', 'cpp')\n" + "".join(f"test('{name}', {_MESON_TEST.format(name)})\n" for name in ("span", "shrink"))

MESON = Kit(
    tools=("c++", "meson"),
    command="meson setup build && meson test -C build",
    files={**{path: value for path, value in CTEST.files.items() if path != "CMakeLists.txt"}, "meson.build": MESON_BUILD},
    broken=dict(CTEST.broken),
    works=dict(CTEST.works),
    proof=CTEST.proof,
    margin_test={**CTEST.margin_test, "meson.build": MESON_BUILD + f"test('margin', {_MESON_TEST.format('margin')})\n"},
)


def _java(shrink, margin=True):
    lines = f"""
package ruler;

public final class Lengths {{
    private Lengths() {{}}

    public static int span(int... lengths) {{
        int sum = 0;
        for (int length : lengths) {{
            sum += length;
        }}
        return sum;
    }}

    public static int shrink(int length, int percent) {{
        return {shrink};
    }}
"""
    return lines + ("\n    public static int margin(int length, int percent) {\n        return length * percent / 100;\n    }\n}\n" if margin else "}\n")


def _java_test(name, *tests):
    body = "".join(f"    @Test\n    public void {test}() {{\n        assertEquals({wanted}, {call});\n    }}\n" for test, wanted, call in tests)
    return f"package ruler;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\npublic class {name} {{\n{body}}}\n"


# The versions are those of Debian's own repository of Maven artefacts: nothing is fetched.
POM = """
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>ruler</groupId>
  <artifactId>ruler</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>junit</groupId>
      <artifactId>junit</artifactId>
      <version>4.x</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.0</version></plugin>
      <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.10.1</version></plugin>
      <plugin><artifactId>maven-surefire-plugin</artifactId><version>2.22.3</version></plugin>
    </plugins>
  </build>
</project>
"""

MAVEN = Kit(
    tools=("maven",),
    command="mvn -o -q -s /etc/maven/settings-debian.xml test",
    files={
        ".gitignore": "target/\n",
        "pom.xml": POM,
        "src/main/java/ruler/Lengths.java": _java("length * (100 - percent) / 100", margin=False),
        "src/test/java/ruler/SpanTest.java": _java_test("SpanTest", ("some", 6, "Lengths.span(1, 2, 3)")),
        "src/test/java/ruler/ShrinkTest.java": _java_test("ShrinkTest", ("tenPercent", 180, "Lengths.shrink(200, 10)"), ("all", 0, "Lengths.shrink(50, 100)")),
    },
    broken={"src/main/java/ruler/Lengths.java": _java("length")},
    works={"src/main/java/ruler/Lengths.java": _java("length * (100 - percent) / 100")},
    proof="grep -q 'return length \\* (100 - percent) / 100' src/main/java/ruler/Lengths.java",
    margin_test={"src/test/java/ruler/MarginTest.java": _java_test("MarginTest", ("tenPercent", 20, "Lengths.margin(200, 10)"))},
)


def _elixir(shrink, margin=True):
    lines = f"""
defmodule Ruler do
  def span(lengths), do: Enum.sum(lengths)
  def shrink(length, percent), do: {shrink}
"""
    return lines + ("  def margin(length, percent), do: div(length * percent, 100)\nend\n" if margin else "end\n")


EXUNIT = Kit(
    tools=("elixir",),
    command="mix test",
    files={
        ".gitignore": "_build/\n",
        "mix.exs": "defmodule Ruler.MixProject do\n  use Mix.Project\n\n  def project, do: [app: :ruler, version: \"0.1.0\"]\nend\n",
        "lib/ruler.ex": _elixir("div(length * (100 - percent), 100)", margin=False),
        "test/test_helper.exs": "ExUnit.start()\n",
        "test/span_test.exs": 'defmodule SpanTest do\n  use ExUnit.Case\n\n  test "adds up" do\n    assert Ruler.span([1, 2, 3]) == 6\n  end\nend\n',
        "test/shrink_test.exs": 'defmodule ShrinkTest do\n  use ExUnit.Case\n\n  test "takes ten percent off" do\n    assert Ruler.shrink(200, 10) == 180\n  end\n\n  test "takes all off" do\n    assert Ruler.shrink(50, 100) == 0\n  end\nend\n',
    },
    broken={"lib/ruler.ex": _elixir("length + 0 * percent")},
    works={"lib/ruler.ex": _elixir("div(length * (100 - percent), 100)")},
    proof="grep -q 'div(length \\* (100 - percent), 100)' lib/ruler.ex",
    margin_test={"test/margin_test.exs": 'defmodule MarginTest do\n  use ExUnit.Case\n\n  test "takes a part" do\n    assert Ruler.margin(200, 10) == 20\n  end\nend\n'},
)
