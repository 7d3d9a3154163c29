// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <string>
#include <string_view>

/// All that the library says in words. A closed variant has one function say() here, with one visit: a new alternative
/// does not compile until all three are said of it.
namespace cudastdenv::words {

/// What is said of one value of a closed variant.
struct Said {
    std::string_view code;   ///< its name, `too-new`, which does not change
    std::string text;        ///< one sentence without a full stop; beginning in lower case, names apart
    SourceIds sources = {};  ///< of the row that it rests on; none where it rests on what was asked alone
};

/// What is said of what is wrong with a list.
struct Correction : Said {
    std::string instead;  ///< what to write there; empty where that is for the writer to decide
};

}  // namespace cudastdenv::words
