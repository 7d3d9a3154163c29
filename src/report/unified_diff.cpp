// SPDX-License-Identifier: MIT
#include "report/unified_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace cudastdenv::report {

namespace {

/// A line of either text; which of the two it stands in.
struct DiffLine {
    char mark;  ///< ' ' both, '-' the first, '+' the second
    std::string_view text;
};

/// With their ends; the last one may have none.
std::vector<std::string_view> lines_with_ends(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

/// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): a shortest list of lines to take away and to
/// add. `furthest[d]` has for each diagonal how far `d` of them lead.
class Comparison {
public:
    Comparison(std::vector<std::string_view> before, std::vector<std::string_view> after)
        : before_(std::move(before)), after_(std::move(after)) {}

    std::vector<DiffLine> lines() {
        search();
        return walk_back();
    }

private:
    using Diagonals = std::vector<std::ptrdiff_t>;

    [[nodiscard]] std::ptrdiff_t size(const std::vector<std::string_view>& lines) const { return std::ssize(lines); }

    /// Whether a path of `d` changes to diagonal `k` ends with an added line, seen from those of one change less.
    static bool comes_from_above(const Diagonals& previous, std::ptrdiff_t d, std::ptrdiff_t k) {
        const auto at = [&](std::ptrdiff_t diagonal) { return previous[static_cast<std::size_t>(diagonal + d)]; };
        return k == -d || (k != d && at(k - 1) < at(k + 1));
    }

    void search() {
        Diagonals reached{0, 0, 0};
        for (std::ptrdiff_t d = 0;; ++d) {
            Diagonals next(static_cast<std::size_t>(2 * d + 3), 0);
            for (std::ptrdiff_t k = -d; k <= d; k += 2) {
                const auto at = [&](std::ptrdiff_t diagonal) {
                    return reached[static_cast<std::size_t>(diagonal + d)];
                };
                std::ptrdiff_t x = d == 0 ? 0 : comes_from_above(reached, d, k) ? at(k + 1) : at(k - 1) + 1;
                std::ptrdiff_t y = x - k;
                while (x < size(before_) && y < size(after_) &&
                       before_[static_cast<std::size_t>(x)] == after_[static_cast<std::size_t>(y)])
                    ++x, ++y;
                next[static_cast<std::size_t>(k + d + 1)] = x;
                if (x >= size(before_) && y >= size(after_)) {
                    furthest_.push_back(std::move(reached));
                    return;
                }
            }
            furthest_.push_back(std::exchange(reached, std::move(next)));
        }
    }

    [[nodiscard]] std::vector<DiffLine> walk_back() const {
        std::vector<DiffLine> lines;
        std::ptrdiff_t x = size(before_), y = size(after_);
        const auto keep_until = [&](std::ptrdiff_t x_end, std::ptrdiff_t y_end) {
            while (x > x_end && y > y_end) lines.push_back({' ', before_[static_cast<std::size_t>(--x)]}), --y;
        };
        for (std::ptrdiff_t d = std::ssize(furthest_) - 1; d > 0; --d) {
            const Diagonals& reached = furthest_[static_cast<std::size_t>(d)];
            const std::ptrdiff_t k = x - y;
            const bool added = comes_from_above(reached, d, k);
            const std::ptrdiff_t from = added ? k + 1 : k - 1;
            const std::ptrdiff_t x_from = reached[static_cast<std::size_t>(from + d)];
            keep_until(added ? x_from : x_from + 1, added ? x_from - from + 1 : x_from - from);
            if (added) lines.push_back({'+', after_[static_cast<std::size_t>(--y)]});
            else lines.push_back({'-', before_[static_cast<std::size_t>(--x)]});
        }
        keep_until(0, 0);
        std::reverse(lines.begin(), lines.end());
        return lines;
    }

    std::vector<std::string_view> before_;
    std::vector<std::string_view> after_;
    std::vector<Diagonals> furthest_;
};

/// `3,7`; a range without lines is named by the line before it.
std::string range(std::size_t first, std::size_t count) {
    return fmt::format("{},{}", count == 0 ? first : first + 1, count);
}

std::string hunk(std::span<const DiffLine> lines, std::size_t first_before, std::size_t first_after) {
    const auto count = [&](char other) {
        return static_cast<std::size_t>(
            std::count_if(lines.begin(), lines.end(), [&](const DiffLine& line) { return line.mark != other; }));
    };
    std::string text = fmt::format("@@ -{} +{} @@\n", range(first_before, count('+')), range(first_after, count('-')));
    for (const DiffLine& line : lines) {
        text += line.mark;
        text += line.text;
        if (!line.text.ends_with('\n')) text += "\n\\ No newline at end of file\n";
    }
    return text;
}

}  // namespace

std::string unified_diff(std::string_view path, std::string_view before, std::string_view after) {
    if (before == after) return "";
    constexpr std::size_t around = 3;
    const std::vector<DiffLine> lines = Comparison(lines_with_ends(before), lines_with_ends(after)).lines();
    std::string text = fmt::format("--- a/{0}\n+++ b/{0}\n", path);
    const auto is_changed = [&](std::size_t at) { return lines[at].mark != ' '; };
    std::size_t line_before = 0, line_after = 0, at = 0;
    const auto pass = [&](std::size_t end) {
        for (; at < end; ++at) {
            line_before += lines[at].mark != '+';
            line_after += lines[at].mark != '-';
        }
    };
    while (at < lines.size()) {
        std::size_t changed = at;
        while (changed < lines.size() && !is_changed(changed)) ++changed;
        if (changed == lines.size()) break;
        pass(std::max(at, changed - std::min(changed, around)));
        std::size_t last = changed;
        for (std::size_t next = changed; next < lines.size() && next <= last + 2 * around + 1; ++next)
            if (is_changed(next)) last = next;
        const std::size_t end = std::min(last + around + 1, lines.size());
        text += hunk(std::span(lines).subspan(at, end - at), line_before, line_after);
        pass(end);
    }
    return text;
}

}  // namespace cudastdenv::report
