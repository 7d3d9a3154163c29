// SPDX-License-Identifier: MIT
#include "findings/requirement.hpp"

#include "core/text.hpp"

namespace cudastdenv {

namespace {

/// Thrown inside of this file only: a marker of another form.
struct BadMarker {};

/// Evaluates a marker like `(sys_platform == "linux" and extra == 'cuda') or python_version < "3.12"`.
class Marker {
public:
    Marker(std::string_view text, WheelSystem system, bool with_extras)
        : rest_(text), system_(system), with_extras_(with_extras) {}

    bool holds() {
        const bool value = any_of_terms();
        if (!trimmed(rest_).empty()) throw BadMarker();
        return value;
    }

private:
    static constexpr int max_depth = 20;

    bool take(std::string_view word) {
        rest_ = trimmed(rest_);
        return take_prefix(rest_, word);
    }

    bool any_of_terms() {
        bool value = all_of_terms();
        while (take("or ")) value = all_of_terms() || value;
        return value;
    }

    bool all_of_terms() {
        bool value = term();
        while (take("and ")) value = term() && value;
        return value;
    }

    bool term() {
        if (!take("(")) return comparison();
        if (++depth_ > max_depth) throw BadMarker();
        const bool value = any_of_terms();
        --depth_;
        if (!take(")")) throw BadMarker();
        return value;
    }

    bool comparison() {
        const std::string_view left = operand();
        const bool is_equal = take("===") || take("==");
        const bool is_different = !is_equal && take("!=");
        if (!is_equal && !is_different)
            for (const std::string_view sign : {"<=", ">=", "~=", "<", ">", "not in", "in"})
                if (take(sign)) break;
        const std::string_view right = operand();
        if (left == "extra" || right == "extra") return with_extras_;
        const std::optional<std::string_view> own = value_of(left);
        if (!own || (!is_equal && !is_different)) return true;
        return (*own == right) == is_equal;
    }

    /// A name, or a text within quotation marks.
    std::string_view operand() {
        rest_ = trimmed(rest_);
        if (rest_.empty()) throw BadMarker();
        const bool is_quoted = rest_.front() == '"' || rest_.front() == '\'';
        const std::size_t end = is_quoted ? rest_.find(rest_.front(), 1) : rest_.find_first_of(" =!<>~()");
        if (is_quoted && end == rest_.npos) throw BadMarker();
        const std::string_view text = is_quoted ? rest_.substr(1, end - 1) : rest_.substr(0, end);
        rest_ = end == rest_.npos ? std::string_view() : rest_.substr(end + (is_quoted ? 1 : 0));
        if (text.empty() && !is_quoted) throw BadMarker();
        return text;
    }

    /// The system's value of a variable; absent: another variable.
    [[nodiscard]] std::optional<std::string_view> value_of(std::string_view variable) const {
        const bool is_windows = system_ == WheelSystem::windows_x86_64;
        if (variable == "platform_system") return is_windows ? "Windows" : "Linux";
        if (variable == "sys_platform") return is_windows ? "win32" : "linux";
        if (variable == "os_name") return is_windows ? "nt" : "posix";
        if (variable != "platform_machine") return std::nullopt;
        if (is_windows) return "AMD64";
        return system_ == WheelSystem::linux_aarch64 ? "aarch64" : "x86_64";
    }

    std::string_view rest_;
    WheelSystem system_;
    bool with_extras_;
    int depth_ = 0;
};

bool marker_holds(std::string_view text, WheelSystem system, bool with_extras) {
    try {
        return trimmed(text).empty() || Marker(text, system, with_extras).holds();
    } catch (const BadMarker&) {
        return false;
    }
}

/// `>=2.2,<3` of `<3, >=2.2`: minimums first, as people write ranges. Absent: another form.
std::optional<std::string> normalized_versions(std::string_view text) {
    std::vector<std::string> all;
    for (const std::string_view piece : pieces_of(text, ',')) {
        std::string version;
        std::ranges::copy_if(piece, std::back_inserter(version), [](char c) { return c != ' '; });
        const std::size_t number = version.find_first_not_of("=<>!~");
        const bool is_plain = std::ranges::all_of(version.substr(std::min(number, version.size())), [](char c) {
            return is_letter_or_digit(c) || c == '.' || c == '*' || c == '+' || c == '-' || c == '_';
        });
        if (number == 0 || number == version.npos || !is_plain) return std::nullopt;
        all.push_back(std::move(version));
    }
    // Clang 14 does not compile the one of std::ranges.
    std::stable_partition(all.begin(), all.end(), [](const std::string& version) { return version.front() == '>'; });
    std::string joined;
    for (const std::string& version : all) joined += (joined.empty() ? "" : ",") + version;
    return joined;
}

}  // namespace

std::optional<std::string> requirement_on(std::string_view line, WheelSystem system, bool with_extras) {
    const std::size_t semicolon = line.find(';');
    std::string_view text = trimmed(line.substr(0, semicolon));
    if (semicolon != line.npos && !marker_holds(line.substr(semicolon + 1), system, with_extras)) return std::nullopt;
    const std::string_view name = text.substr(0, text.find_first_of(" ([=<>!~@"));
    const auto is_of_name = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.'; };
    if (name.empty() || !std::ranges::all_of(name, is_of_name)) return std::nullopt;
    text = trimmed(text.substr(name.size()));
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == text.npos) return std::nullopt;
        text = trimmed(text.substr(end + 1));
    }
    if (take_prefix(text, "(") && !take_suffix(text, ")")) return std::nullopt;
    const std::optional<std::string> versions = normalized_versions(text);
    return versions ? std::optional(normalized_package(name) + *versions) : std::nullopt;
}

}  // namespace cudastdenv
