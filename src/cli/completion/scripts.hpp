// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// The files of this folder, put into the program while it is built.
namespace cudastdenv::cli::completion {

extern const std::string_view bash;
extern const std::string_view zsh;
extern const std::string_view fish;

}  // namespace cudastdenv::cli::completion
