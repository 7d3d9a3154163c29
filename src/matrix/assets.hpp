// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// The files of this folder, put into the program while it is built.
namespace cudastdenv::report::page {

extern const std::string_view base_css;  ///< colours and tables, for every page
extern const std::string_view page_css;  ///< what the page with the grids has besides
extern const std::string_view page_js;

}  // namespace cudastdenv::report::page
