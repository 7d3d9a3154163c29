// SPDX-License-Identifier: MIT
#pragma once

/// Prints the project's values in failing checks; included by every test.

#include "core/diagnostic.hpp"

#include <cudastdenv/capability.hpp>
#include <cudastdenv/compiler.hpp>
#include <cudastdenv/version.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

inline std::ostream& operator<<(std::ostream& out, Version version) { return out << to_string(version); }
inline std::ostream& operator<<(std::ostream& out, Capability capability) { return out << to_string(capability); }
inline std::ostream& operator<<(std::ostream& out, Compiler compiler) { return out << to_string(compiler); }
inline std::ostream& operator<<(std::ostream& out, CxxStandard standard) { return out << to_string(standard); }

/// A literal version, capability or compiler in a test; an error in the test throws.
inline Version operator""_version(const char* text, std::size_t size) { return parse_version({text, size}).value(); }
inline Capability operator""_cap(const char* text, std::size_t size) { return parse_capability({text, size}).value(); }
inline Compiler operator""_cc(const char* text, std::size_t size) { return parse_compiler({text, size}).value(); }

}  // namespace cudastdenv

namespace doctest {

template <class T>
struct StringMaker<std::optional<T>> {
    static String convert(const std::optional<T>& value) { return value ? toString(*value) : String("nothing"); }
};

template <class T>
struct StringMaker<std::vector<T>> {
    static String convert(const std::vector<T>& values) {
        String text = "[";
        for (const T& value : values) text += (text.size() > 1 ? String(" ") : String("")) + toString(value);
        return text + "]";
    }
};

}  // namespace doctest
