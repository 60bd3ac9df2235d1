#include "reports/xml.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::reports {
namespace {

// "<a>text</a>" as "(a 'text' )a"; how it ended comes last.
std::string pieces_of(std::string_view text) {
  XmlReader xml(text);
  std::string out;
  while (true) {
    switch (xml.next()) {
      case XmlReader::Piece::open: out += cat("(", xml.name(), " "); break;
      case XmlReader::Piece::close: out += cat(")", xml.name(), " "); break;
      case XmlReader::Piece::text: out += cat("'", xml.text(100), "' "); break;
      case XmlReader::Piece::end: return out + "end";
      case XmlReader::Piece::broken: return out + xml.problem();
    }
  }
}

TEST(Xml, GivesTagsAndText) {
  EXPECT_EQ(
      pieces_of("<?xml version=\"1.0\" encoding=\"latin1\"?>\n<!-- x > y --><a>1 &lt; 2<b c='>'/><!-- no --></a>\n"),
      "(a '1 < 2' (b )b )a end");
  EXPECT_EQ(pieces_of("<a><![CDATA[x <b> &lt; ]] y]]></a >"), "(a 'x <b> &lt; ]] y' )a end");
  EXPECT_EQ(pieces_of("<a-1:b.c/>"), "(a-1:b.c )a-1:b.c end");
}

TEST(Xml, ResolvesTheFiveEntitiesAndNumbers) {
  EXPECT_EQ(resolve_entities("&lt;&gt;&amp;&quot;&apos;"), "<>&\"'");
  EXPECT_EQ(resolve_entities("&#65;&#x42;&#xe9;&#x1F600;"), "AB\xC3\xA9\xF0\x9F\x98\x80");
  EXPECT_EQ(resolve_entities("&amp;lt;"), "&lt;") << "resolved once, not twice";
  EXPECT_EQ(resolve_entities("a & b &unknown; &; &#; &#x; &#12x; &"), "a & b &unknown; &; &#; &#x; &#12x; &");
  EXPECT_EQ(resolve_entities("&#0;&#xD800;&#x110000;&#99999999;"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Xml, GivesAttributes) {
  XmlReader xml("<a one=\"1 &gt; 0\" two = 'it is \"two\"' three=\"a < b\" empty=''/>");
  ASSERT_EQ(xml.next(), XmlReader::Piece::open);
  EXPECT_EQ(xml.attribute("one"), "1 > 0");
  EXPECT_EQ(xml.attribute("two"), "it is \"two\"");
  EXPECT_EQ(xml.attribute("three"), "a < b");
  EXPECT_EQ(xml.attribute("empty"), "");
  EXPECT_EQ(xml.attribute("on"), std::nullopt);
}

TEST(Xml, SaysWhereItIsBroken) {
  const std::pair<std::string_view, std::string_view> k_broken[] = {
      {"", "there is no element"},
      {"  \n", "line 2: there is no element"},
      {"hello", "text outside of the root element"},
      {"<a>", "(a line 1: the file ends inside of <a>"},
      {"<a>\n<b>\n</a>", "line 3: </a> closes nothing"},
      {"</a>", "</a> closes nothing"},
      {"<a/><a/>", "a second root element"},
      {"<a/>x", "text outside of the root element"},
      {"<a x=\"1\" x=\"2\"/>", "the tag <a> is malformed"},
      {"<a x=1/>", "the tag <a> is malformed"},
      {"<a x/>", "the tag <a> is malformed"},
      {"<a x=\"1\"y=\"2\"/>", "the tag <a> is malformed"},
      {"<a x=\"1", "the tag <a> is malformed"},
      {"<a", "the tag <a> is malformed"},
      {"< a/>", "a tag has no name"},
      {"<a><![CDATA[x</a>", "the file ends in CDATA"},
      {"<!-- x", "the file ends in a comment"},
      {"<?xml ", "the file ends in a processing instruction"},
      {"<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "line 1: a DTD is not read"},
      {"<a><!DOCTYPE a></a>", "a DTD is not read"},
      {"<![CDATA[x]]>", "text outside of the root element"},
      {std::string_view("<\0a/>", 5), "a tag has no name"},
  };
  for (const auto& [text, problem] : k_broken) {
    EXPECT_TRUE(contains(pieces_of(text), problem)) << text << ": " << pieces_of(text);
  }
}

TEST(Xml, StaysBroken) {
  XmlReader xml("<a></b></a>");
  EXPECT_EQ(xml.next(), XmlReader::Piece::open);
  EXPECT_EQ(xml.next(), XmlReader::Piece::broken);
  EXPECT_EQ(xml.next(), XmlReader::Piece::broken);
}

TEST(Xml, IsBoundedInDepthAndAttributes) {
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "<s>";
  EXPECT_TRUE(pieces_of(deep).ends_with("nested deeper than 64"));
  std::string nested;
  for (int i = 0; i < 64; ++i) nested += "<s>";
  for (int i = 0; i < 64; ++i) nested += "</s>";
  EXPECT_TRUE(pieces_of(nested).ends_with(")s end"));
  std::string wide = "<a";
  for (int i = 0; i < 100'000; ++i) wide += cat(" x", i, "=''");
  EXPECT_TRUE(pieces_of(wide + "/>").ends_with("the tag <a> is malformed or cut off"));
}

}  // namespace
}  // namespace assay::reports
