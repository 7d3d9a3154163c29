// SPDX-License-Identifier: MIT
#include "messages/diagnostics.hpp"

#include "core/text.hpp"
#include "source_directory.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>

using namespace cudastdenv;

namespace {

/// All other files of these kinds in the directory, one after the other.
std::string contents_below(const std::filesystem::path& directory, std::string_view extensions) {
    std::string contents;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
        const std::string extension = entry.path().extension().string();
        if (extension.empty() || entry.path().filename() == "diagnostics.cpp") continue;
        if (extensions.find(extension) != extensions.npos) contents += contents_of(entry.path());
    }
    return contents;
}

/// Each run of blanks and line ends as one blank.
std::string in_one_line(const std::string& text) {
    std::string line;
    for (const char c : text)
        if (c != ' ' && c != '\n') line += c;
        else if (!line.ends_with(' ')) line += ' ';
    return line;
}

}  // namespace

TEST_CASE("each diagnostic exists once and is used and tested") {
    const auto by_id = [](const messages::DiagnosticRow& left, const messages::DiagnosticRow& right) {
        return left.id >= right.id;
    };
    CHECK(std::ranges::adjacent_find(messages::diagnostics(), by_id) == messages::diagnostics().end());
    const std::string sources = contents_below(source_directory() / "src", ".cpp .hpp");
    // The goldens have texts as they are wrapped.
    const std::string tests = contents_below(source_directory() / "tests/unit", ".cpp") +
                              in_one_line(contents_below(source_directory() / "tests/golden", ".test")) +
                              contents_below(source_directory() / "tests/machine", ".py");
    for (const messages::DiagnosticRow& row : messages::diagnostics()) {
        CAPTURE(row.id);
        const std::string quoted = '"' + std::string(row.id) + '"';
        const std::string_view behind = row.text.substr(row.text.starts_with('{') ? row.text.find('}') + 1 : 0);
        const std::string_view text = trimmed(behind.substr(0, behind.find('{')));
        CHECK(sources.find(quoted) != sources.npos);
        CHECK((tests.find(quoted) != tests.npos || (!text.empty() && tests.find(text) != tests.npos)));
    }
}

TEST_CASE("throws for a diagnostic without row or argument") {
    CHECK_THROWS_AS((void)messages::text_of({"no-such-id"}), std::logic_error);
    CHECK_THROWS_AS((void)messages::text_of({"missing-key"}), std::logic_error);
    CHECK(messages::text_of({"missing-key", {{"key", "version"}}}) == "'version' is missing");
}
