// SPDX-License-Identifier: MIT
#pragma once

/// Which names of the toolkit a source uses, and which it declares itself.

#include "core/std.hpp"

#include <cudastdenv/version.hpp>

namespace cudastdenv {

/// A name in a source that may be one of the toolkit's.
struct SourceUse {
    enum class Kind : std::uint8_t {
        name,    ///< `cudaThreadSynchronize`, `thrust::unary_function`
        member,  ///< `prop.clockRate`, `&cudaDeviceProp::clockRate`
        header,  ///< `#include <nvToolsExt.h>`
    };
    Kind kind = Kind::name;
    std::string name;            ///< without qualifiers, quotes and angle brackets
    std::string qualifier = {};  ///< `thrust`, `cooperative_groups`; aliases of namespaces are replaced
    std::string object = {};     ///< of a member, the variable or function that has it: `prop`; empty: unknown
    std::size_t line = 1;        ///< from 1
    std::size_t column = 1;      ///< in bytes, from 1
    /// The texts of the arguments. Absent: it is no call, or they are not in one piece.
    std::optional<std::vector<std::string>> arguments = {};
    bool is_template = false;  ///< a `<` follows
};

/// The names that a reader looks for.
struct SourceInterest {
    std::function<bool(std::string_view)> is_name;   ///< the last part of a name
    std::function<bool(std::string_view)> is_field;  ///< of a structure
    std::function<bool(std::string_view)> is_type;   ///< a type whose variables matter
};

using TextSet = std::set<std::string, std::less<>>;
using TextMap = std::map<std::string, std::string, std::less<>>;

/// The names that matter, in one source.
struct SourceUses {
    std::vector<SourceUse> uses;
    TextSet declared;    ///< names that the source declares itself
    TextSet macros;      ///< names that it defines as macros
    TextMap types;       ///< of variables, members and functions
    TextMap same_as;     ///< of `auto`: the variable or function that an `auto` variable gets its type from
    TextSet others;      ///< objects of members that are declared with other types
    TextSet namespaces;  ///< of `using namespace`
    TextSet headers;     ///< of what sources share, the file names of headers
};

/// Reads a source as a compiler of that CUDA release sees it. No declaration is looked up in headers, so a use counts
/// only if find_type() knows its object.
[[nodiscard]] SourceUses read_uses(std::string_view source, Version cuda, const SourceInterest& interest);

/// The type of a member's object; empty: another type or unknown. `shared`: declarations of other sources.
[[nodiscard]] std::string_view find_type(const SourceUses& source, const SourceUses& shared, std::string_view object);

/// Adds what a source declares with one of the types to what others can see.
void share_types(const SourceUses& source, SourceUses& shared);

}  // namespace cudastdenv
