// SPDX-License-Identifier: MIT
#pragma once

#include "graph/readers.hpp"

#include <cudastdenv/export.hpp>

#include <string>
#include <string_view>

namespace cudastdenv {

/// The lines of an input, one at a time, without blanks at their ends.
class Lines {
public:
    Lines(Bytes& bytes, std::string_view file) : bytes_(bytes), file_(file) {}

    /// Goes to the next line; false at the end of the input. Throws DataError: longer than any that Nix prints.
    bool next() {
        line_.clear();
        ++number_;
        if (bytes_.peek() == Bytes::end) return false;
        for (int byte = bytes_.peek(); byte != Bytes::end && byte != '\n'; byte = bytes_.peek()) {
            if (line_.size() == longest) fail("a line longer than any that Nix prints");
            line_ += static_cast<char>(byte);
            bytes_.skip();
        }
        if (bytes_.peek() == '\n') bytes_.skip();
        check_graph_size(file_, bytes_.position());
        line_.erase(line_.find_last_not_of(" \t\r") + 1);
        line_.erase(0, line_.find_first_not_of(" \t"));
        return true;
    }

    [[nodiscard]] const std::string& line() const noexcept { return line_; }

    [[noreturn]] void fail(const std::string& problem) const {
        throw DataError(file_, "", problem + " (line " + std::to_string(number_) + ")");
    }

private:
    /// Longer than two names of the greatest length and their attributes.
    static constexpr std::size_t longest = 4 * max_graph_name;

    Bytes& bytes_;
    std::string_view file_;
    std::string line_;
    std::size_t number_ = 0;
};

}  // namespace cudastdenv
