// SPDX-License-Identifier: MIT
#include "spelling/build_uses.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"
#include "spelling/spell.hpp"

namespace cudastdenv {

namespace {

using UseKind = BuildUse::Kind;

bool is_of_word(char c) { return is_letter_or_digit(c) || c == '_' || c == '.' || c == '/' || c == '-' || c == '+'; }

/// Functions and lists, in lower case, whose words are libraries.
constexpr std::array<std::string_view, 5> of_libraries{"target_link_libraries", "link_libraries", "find_library",
                                                       "libraries", "libs"};
/// Functions, in lower case, whose words are headers.
constexpr std::array<std::string_view, 12> of_headers{"check_include_file",
                                                      "check_include_files",
                                                      "check_include_file_cxx",
                                                      "check_include_file_c",
                                                      "check_include_files_cxx",
                                                      "find_path",
                                                      "find_file",
                                                      "has_header",
                                                      "check_header",
                                                      "ac_check_header",
                                                      "ac_check_headers",
                                                      "check_cxx_include_file"};

bool is_header(std::string_view word) {
    return word.ends_with(".h") || word.ends_with(".cuh") || word.ends_with(".hpp");
}

class BuildReader {
public:
    explicit BuildReader(std::string_view file) : text_(without_comments(file)) {}

    std::vector<BuildUse> run() {
        for (std::size_t i = 0; i < text_.size();) {
            const char c = text_[i];
            if (c == '\n') {
                ++line_;
                line_begin_ = i + 1;
            } else if (c == '(' || c == '[') {
                lists_.push_back(list_before(i));
            } else if ((c == ')' || c == ']') && !lists_.empty()) {
                lists_.pop_back();
            } else if (is_of_word(c)) {
                i = read_word(i);
                continue;
            }
            ++i;
        }
        return std::move(found_);
    }

private:
    /// What the words of a list are, by the name before its bracket; absent: neither libraries nor headers. A bracket
    /// within a list is a part of it.
    [[nodiscard]] std::optional<UseKind> list_before(std::size_t open) const {
        std::size_t end = open;
        while (end > 0 && (text_[end - 1] == ' ' || text_[end - 1] == '=' || text_[end - 1] == ':')) --end;
        std::size_t begin = end;
        while (begin > 0 && (is_letter_or_digit(text_[begin - 1]) || text_[begin - 1] == '_')) --begin;
        const std::string name = in_lower_case(std::string_view(text_).substr(begin, end - begin));
        if (contains(of_libraries, std::string_view(name))) return UseKind::library;
        if (contains(of_headers, std::string_view(name))) return UseKind::header;
        return lists_.empty() || !name.empty() ? std::nullopt : lists_.back();
    }

    void add(UseKind kind, std::size_t place, std::string_view name) {
        found_.push_back({kind, std::string(name), line_, place - line_begin_ + 1});
    }

    std::size_t read_word(std::size_t begin) {
        std::size_t end = begin;
        while (end < text_.size() && is_of_word(text_[end])) ++end;
        const std::string_view all = text_;
        const std::string_view word = all.substr(begin, end - begin);
        if (word == "CUDA" && all.substr(end).starts_with("::")) {
            std::size_t close = end + 2;
            while (close < all.size() && (is_letter_or_digit(all[close]) || all[close] == '_')) ++close;
            add(UseKind::target, begin, all.substr(begin, close - begin));
            return close;
        }
        constexpr std::string_view option = "-l";
        if (word.starts_with(option) && word.size() > option.size() && is_letter(word[option.size()]))
            add(UseKind::library, begin + option.size(), word.substr(option.size()));
        else if (!lists_.empty() && lists_.back() && (*lists_.back() == UseKind::header) == is_header(word))
            add(*lists_.back(), begin, word);
        return end;
    }

    std::string text_;
    std::vector<BuildUse> found_;
    std::vector<std::optional<UseKind>> lists_;  ///< that are open
    std::size_t line_ = 1;
    std::size_t line_begin_ = 0;
};

}  // namespace

std::vector<BuildUse> read_build_uses(std::string_view file) { return BuildReader(file).run(); }

}  // namespace cudastdenv
