// SPDX-License-Identifier: MIT
#pragma once

#include "matrix/cells.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cudastdenv::report::page {

/// The texts of the cells, each once; a cell has the number of its text.
class Texts {
public:
    [[nodiscard]] std::size_t number_of(const CellText& text);
    [[nodiscard]] const std::vector<std::pair<std::string, SourceIds>>& all() const noexcept { return all_; }

private:
    std::map<std::pair<std::string, const std::string_view*>, std::size_t> numbers_;
    std::vector<std::pair<std::string, SourceIds>> all_;
};

/// What lookup.js and page.js read, as JSON that may stand in a script element. `majors_ahead`: how many majors beyond
/// the newest compiler known may still be asked for.
[[nodiscard]] std::string data_json(const Tables& tables, int majors_ahead, const Texts& texts);

}  // namespace cudastdenv::report::page
