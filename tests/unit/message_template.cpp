// SPDX-License-Identifier: MIT
#include "tables/message_template.hpp"

#include "core/lists.hpp"
#include "show.hpp"

#include <algorithm>

namespace cudastdenv {

namespace {

using Placeholder = TemplatePart::Placeholder;

/// `<number:gccBound>` for a placeholder, otherwise the literal.
std::string shown_template(std::string_view text) {
    const auto parts = parse_template(text);
    if (!parts) return "none";
    std::string shown;
    for (const TemplatePart& part : *parts) {
        if (part.placeholder == Placeholder::none) {
            shown += part.literal;
            continue;
        }
        shown += "<" + std::string(to_string(part.placeholder));
        if (part.fact != Fact::none) shown += ":" + std::string(to_string(part.fact));
        shown += ">";
    }
    return shown;
}

std::string anchor_of(std::string_view text) {
    const auto parts = parse_template(text).value();
    return parts[anchor_part(parts)].literal;
}

}  // namespace

TEST_CASE("parses literal text and typed placeholders") {
    CHECK(shown_template("unsupported GNU version! gcc versions later than {number:gccBound} are not supported!") ==
          "unsupportedgnuversiongccversionslaterthan<number:gccBound>arenotsupported");
    CHECK(shown_template("{name} in {path:header}") == "<name>in<path:header>");
    CHECK(shown_template("release {version:cuda}") == "release<version:cuda>");
    CHECK(shown_template("only text") == "onlytext");
    // Ignored text was between them.
    CHECK(shown_template("('{version:cuda}', '{version:torchCuda}')") == "(<version:cuda><version:torchCuda>)");
}

TEST_CASE("rejects malformed templates") {
    for (const std::string_view text :
         {"", "{number}", "{number}{name}", "{ }", "{number", "text {number", "text {digits}", "text {number:}",
          "text {number:nothing}", "text {}", "text {NUMBER}", "'\" !"})
        CHECK_MESSAGE(shown_template(text) == "none", text);
}

TEST_CASE("each fact has its own name") {
    for (const Fact fact : enumerators<Fact>) CHECK(enumerator_named<Fact>(to_string(fact)) == fact);
}

TEST_CASE("ignores spaces and quotes in comparisons") {
    CHECK(squeezed("Value 'sm_120a' is not defined!") == "valuesm_120aisnotdefined");
    CHECK(squeezed("a,b;c*d\\e\"f`g\th\r\ni\vj\fk") == "abcdefghijk");
    CHECK(squeezed("\xe2\x80\x98sm_90\xe2\x80\x99 \xe2\x80\x9cx\xe2\x80\x9d \xc2\xab y \xc2\xbb\xc2\xa0z") ==
          "sm_90xyz");
    CHECK(squeezed("\xef\xbb\xbf"
                   "a\xe2\x80\x8b"
                   "b") == "ab");
    // Letters outside ASCII are unchanged, and so is punctuation that distinguishes texts.
    CHECK(squeezed("Datei fehlt: \xc3\x9c(x.h)[-W]<y>=&#@") == "dateifehlt:\xc3\x9c(x.h)[-w]<y>=&#@");
    CHECK(squeezed("\xef\xbc\x9a\xef\xbc\x88\xef\xbc\xa1\xef\xbc\x8c") == ":(a");
    CHECK(squeezed("").empty());
    // Cut in the middle of a character.
    CHECK(squeezed("a\xe2\x80") == "a\xe2\x80");
}

TEST_CASE("squeezing twice changes nothing") {
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    CHECK(squeezed(squeezed(all)) == squeezed(all));
}

TEST_CASE("finds the anchor of a template") {
    CHECK(anchor_of("short {number} long enough to be it {number} and this is longer than that one is") ==
          "longenoughtobeit");
    CHECK(anchor_of("short {number} longer {number} mid") == "longer");
    const auto can_be = [](std::string_view text) { return can_be_found(parse_template(text).value()); };
    CHECK(can_be("12345 {name}"));
    CHECK_FALSE(can_be("1 2 3 4 {name}"));
    // Four bytes and a digit are five.
    CHECK(can_be("gcc-{number:gcc}"));
    CHECK_FALSE(can_be("gcc-{name}"));
    CHECK_FALSE(can_be("g-{number}"));
}

}  // namespace cudastdenv
