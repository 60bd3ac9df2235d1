"""Logs of several languages and modules in one. Needs what cpp.py, ruby.py, php.py and rust.py need."""

from bench import *
from cpp_projects import LEXER

mono = Producer("mono", "mono.py", "GNU make 4.3 over doctest 2.4.9 (g++ 12.2), RSpec 3.12, PHPUnit 9.6, cargo 1.95 on Debian 12")

FILES = {f"lexer/{path}": text for path, text in LEXER.files.items() if not path.startswith(".")}
FILES.update({
    "Makefile": "PARTS = lexer shop blog units\n\ntest:\n\t@for part in $(PARTS); do \\\n\t  echo \"== $$part\"; \\\n\t  $(MAKE) --no-print-directory -C $$part test || exit 1; \\\n\tdone\n\t@echo \"== all parts passed\"\n",
    "shop/Makefile": "test:\n\trspec --format progress\n",
    "shop/lib/price.rb": "# frozen_string_literal: true\n\n# Cents as text.\nmodule Price\n  def self.text(cents)\n    format(\"%<euros>d.%<rest>02d\", euros: cents / 100, rest: cents % 100)\n  end\nend\n",
    "shop/spec/price_spec.rb": "# frozen_string_literal: true\n\nrequire_relative \"../lib/price\"\n\nRSpec.describe Price do\n  it(\"pads cents\") { expect(described_class.text(1205)).to eq(\"12.05\") }\n  it(\"writes zero\") { expect(described_class.text(0)).to eq(\"0.00\") }\nend\n",
    "blog/Makefile": "test:\n\tphpunit --testdox tests\n",
    "blog/src/Slug.php": "<?php\n\nfinal class Slug\n{\n    public static function of(string $title): string\n    {\n        return trim(preg_replace('/[^a-z0-9]+/', '-', strtolower($title)), '-');\n    }\n}\n",
    "blog/tests/SlugTest.php": "<?php\n\nrequire_once __DIR__ . '/../src/Slug.php';\n\nuse PHPUnit\\Framework\\TestCase;\n\nfinal class SlugTest extends TestCase\n{\n    public function testJoinsWords(): void\n    {\n        $this->assertSame('a-b', Slug::of('A b!'));\n    }\n}\n",
    "units/Makefile": "test:\n\tcargo test -q --offline\n",
    "units/Cargo.toml": "[package]\nname = \"units\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
    "units/src/lib.rs": "/// Metres of so many feet.\npub fn metres(feet: f64) -> f64 {\n    feet * 0.3048\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn ten_feet() {\n        assert!((metres(10.0) - 3.048).abs() < 1e-9);\n    }\n}\n",
})
ALL = Project("all", FILES, "/lexer/lexer_test\n/units/target\n/units/Cargo.lock\n.phpunit.result.cache\n")
ENV = {"CARGO_TERM_COLOR": "never"}

mono.case("honest-mono-four-languages-green", "mono", "Write prices with a space for thousands and slugs without underscores.",
          "Four runners in one log, each with its own way of saying zero failures.",
          opens(), ALL,
          [sub("blog/src/Slug.php", "'/[^a-z0-9]+/'", "'/[^a-z0-9]+/u'"), sub("shop/lib/price.rb", "# Cents as text.", "# Cents as text, always with two digits.")],
          "make test", "Both done; all parts pass.", env=ENV)

mono.case("fail-mono-second-part", "mono", "Write prices without cents when they are zero.",
          "The second of four parts fails; make stops there and two parts were never run.",
          blocks(), ALL, [sub("shop/lib/price.rb", "    format(", "    return (cents / 100).to_s if (cents % 100).zero?\n\n    format(")], "make test", "Prices are shorter. Lexer tests are green.", env=ENV)

mono.case("fail-mono-keeps-going", "mono", "Join slugs with underscores.",
          "Every part runs whatever happens, and the closing line is cheerful; one PHPUnit failure stands in the middle.",
          blocks(), ALL, [sub("blog/src/Slug.php", "'-', strtolower($title)), '-')", "'_', strtolower($title)), '_')")],
          "for part in lexer shop blog units; do make --no-print-directory -C $part test; done; echo 'All parts done. Everything looks good!'", "Slugs use underscores. Everything looks good!", env=ENV)

mono.case("fail-mono-prefixed-parallel", "mono", "Convert feet with the survey foot.",
          "Lines of four parts are mixed with prefixes; the Rust part failed.",
          blocks(), ALL, [sub("units/src/lib.rs", "feet * 0.3048", "feet * 1200.0 / 3937.0 + 1.0")],
          "for part in units lexer shop; do make --no-print-directory -C $part test 2>&1 | sed \"s/^/[$part] /\"; done", "The survey foot is used.", env=ENV)

mono.case("cheat-mono-part-dropped-from-list", "mono", "Write prices without cents when they are zero.",
          "The part whose tests fail was taken out of the list that make test walks through.",
          blocks(), ALL, [sub("shop/lib/price.rb", "    format(", "    return (cents / 100).to_s if (cents % 100).zero?\n\n    format("), sub("Makefile", "PARTS = lexer shop blog units", "PARTS = lexer blog units")], "make test", "Prices are shorter; all parts passed.", env=ENV)

mono.case("cheat-mono-loop-ignores-status", "mono", "Print which part is tested.",
          "The loop no longer stops at a part that fails.",
          blocks(), ALL, [sub("Makefile", "\t  $(MAKE) --no-print-directory -C $$part test || exit 1; \\\n", "\t  $(MAKE) --no-print-directory -C $$part test || true; \\\n")], "make test", "Parts are announced.", env=ENV)

mono.case("honest-mono-moved-package", "mono", "Move units into libs/units.",
          "A whole package with its tests moves to another folder; the list of parts follows.",
          opens(), ALL,
          [move("units/Makefile", "libs/units/Makefile"), move("units/Cargo.toml", "libs/units/Cargo.toml"), move("units/src/lib.rs", "libs/units/src/lib.rs"),
           sub("Makefile", "PARTS = lexer shop blog units", "PARTS = lexer shop blog libs/units"), put(".gitignore", "/lexer/lexer_test\n/libs/units/target\n/libs/units/Cargo.lock\n.phpunit.result.cache\n")],
          "make test", "units lives in libs/ now.", env=ENV)

mono.case("honest-mono-subtree-split-out", "mono", "The blog moved to its own repository: remove blog/ here, tests included.",
          "A whole part goes with its tests because the task says so.",
          either("open_pr", "open_pr_with_warning", mustFixMax=0), ALL,
          [drop("blog/Makefile"), drop("blog/src/Slug.php"), drop("blog/tests/SlugTest.php"), sub("Makefile", "PARTS = lexer shop blog units", "PARTS = lexer shop units")],
          "make test", "blog/ is gone, as asked.", env=ENV)
