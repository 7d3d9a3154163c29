// SPDX-License-Identifier: MIT
#include "transcript.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>

namespace golden {

namespace {

constexpr std::string_view case_mark = "=== ";
constexpr std::string_view arguments_mark = "$ ";
constexpr std::string_view exit_mark = "exit ";
constexpr std::string_view out_mark = "--- stdout";
constexpr std::string_view err_mark = "--- stderr";
constexpr std::string_view error_mark = "error: ";
constexpr std::string_view hint_mark = "hint: ", indentation = "      ";
constexpr int bad_input = 2;

bool is_name(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
        return std::isalnum(c) || c == '-' || c == '.' || c == '_' || c == '+';
    });
}

/// A text, line by line.
class Lines {
public:
    Lines(std::string file, std::string_view text) : file_(std::move(file)), rest_(text) {
        if (!text.empty() && !text.ends_with('\n'))
            fail_at(1 + static_cast<std::size_t>(std::ranges::count(text, '\n')), "the last line has no newline");
    }

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    [[nodiscard]] std::string_view peek() const { return rest_.substr(0, rest_.find('\n')); }
    std::string_view take() {
        const std::string_view line = peek();
        rest_.remove_prefix(line.size() + 1);
        ++number_;
        return line;
    }
    /// The rest of the next line after `mark`, if the line begins with it.
    std::optional<std::string_view> take_behind(std::string_view mark) {
        if (at_end() || !peek().starts_with(mark)) return std::nullopt;
        return take().substr(mark.size());
    }
    std::string_view need_behind(std::string_view mark, std::string_view what) {
        const auto rest = take_behind(mark);
        if (!rest) fail_at(number_ + 1, fmt::format("'{}{}' was expected", mark, what));
        return *rest;
    }
    /// The number of the current line.
    [[noreturn]] void fail(std::string_view what) const { fail_at(number_, what); }

private:
    [[noreturn]] void fail_at(std::size_t number, std::string_view what) const {
        throw std::runtime_error(fmt::format("{}:{}: {}", file_, number, what));
    }

    std::string file_;
    std::string_view rest_;
    std::size_t number_ = 0;
};

std::string read_output(Lines& lines) {
    std::string text;
    while (!lines.at_end()) {
        const std::string_view line = lines.peek();
        if (line.starts_with(case_mark) || line == out_mark || line == err_mark) break;
        text += lines.take();
        text += '\n';
    }
    if (text.empty()) lines.fail("an output that is empty is left out");
    return text;
}

int read_exit_status(std::string_view text, const Lines& lines) {
    int status = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), status);
    if (error != std::errc() || end != text.data() + text.size()) lines.fail("an exit code is a number");
    return status;
}

Case read_full_case(Lines& lines) {
    Case one;
    one.name = lines.need_behind(case_mark, "NAME");
    if (!is_name(one.name)) lines.fail("this is no name of a case");
    one.command_line = lines.need_behind(arguments_mark, "ARGUMENTS");
    const auto status = lines.take_behind(exit_mark);
    if (!status) return one;
    one.outcome.exit_status = read_exit_status(*status, lines);
    if (lines.take_behind(out_mark)) one.outcome.out = read_output(lines);
    if (lines.take_behind(err_mark)) one.outcome.err = read_output(lines);
    return one;
}

Case read_error_case(Lines& lines) {
    const std::string_view line = lines.take();
    const std::size_t mark = line.find(' ');
    const std::string_view name = line.substr(0, mark), rest = line.substr(std::min(mark, line.size() - 1) + 1);
    if (!is_name(name) || !rest.starts_with(arguments_mark)) lines.fail("'NAME $ ARGUMENTS' was expected");
    Case one{std::string(name), std::string(rest.substr(arguments_mark.size())), {bad_input, "", ""}};
    const auto take = [&] { one.outcome.err += fmt::format("{}\n", lines.take()); };
    const auto begins_with = [&](std::string_view start) { return !lines.at_end() && lines.peek().starts_with(start); };
    if (begins_with(error_mark)) take();
    while (!one.outcome.err.empty() && (begins_with(hint_mark) || begins_with(indentation))) take();
    return one;
}

Transcript read_text(const std::string& file, std::string_view text) {
    Transcript transcript;
    Lines lines(file, text);
    if (!text.starts_with(case_mark)) transcript.format = Transcript::Format::errors;
    while (!lines.at_end())
        transcript.cases.push_back(transcript.format == Transcript::Format::full ? read_full_case(lines)
                                                                                 : read_error_case(lines));
    return transcript;
}

std::string text_of_error(const Case& one) {
    return fmt::format("{} {}{}\n{}", one.name, arguments_mark, one.command_line, one.outcome.err);
}

bool reads_as(std::string_view text, const Case& one) {
    try {
        const std::vector<Case> cases = read_text("", text).cases;
        return cases.size() == 1 && cases.front().outcome == one.outcome;
    } catch (const std::runtime_error&) {
        return false;
    }
}

}  // namespace

Transcript read_transcript(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) throw std::runtime_error(path.string() + ": cannot be read");
    Transcript transcript = read_text(path.filename().string(), text);
    transcript.name = path.stem().string();
    return transcript;
}

std::string text_of(const Case& one) {
    std::string text = fmt::format("{}{}\n{}{}\n{}{}\n", case_mark, one.name, arguments_mark, one.command_line,
                                   exit_mark, one.outcome.exit_status);
    if (!one.outcome.out.empty()) text += fmt::format("{}\n{}", out_mark, one.outcome.out);
    if (!one.outcome.err.empty()) text += fmt::format("{}\n{}", err_mark, one.outcome.err);
    return text;
}

std::string text_of(const Transcript& transcript) {
    std::string text;
    for (const Case& one : transcript.cases) {
        const std::string part = transcript.format == Transcript::Format::full ? text_of(one) : text_of_error(one);
        if (!reads_as(part, one))
            throw std::runtime_error(fmt::format("{}.test: {} cannot be written in this format:\n{}", transcript.name,
                                                 one.name, text_of(one)));
        text += part;
    }
    return text;
}

std::vector<std::string> split_words(std::string_view command_line) {
    std::vector<std::string> words;
    bool in_word = false;
    char quote = '\0';
    for (std::size_t i = 0; i < command_line.size(); ++i) {
        const char c = command_line[i];
        const char next = i + 1 < command_line.size() ? command_line[i + 1] : '\0';
        if (quote == '\0' && (c == ' ' || c == '\t')) {
            in_word = false;
            continue;
        }
        if (!in_word) words.emplace_back();
        in_word = true;
        const bool escapes = c == '\\' && (quote == '\0' || (quote == '"' && (next == '"' || next == '\\')));
        if (escapes) words.back() += command_line[++i];
        else if (quote == '\0' && (c == '\'' || c == '"')) quote = c;
        else if (quote != '\0' && c == quote) quote = '\0';
        else words.back() += c;
    }
    return words;
}

}  // namespace golden
