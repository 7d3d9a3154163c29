// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv::nix {

/// Nix code that is written as it stands; its lines are indented with what surrounds it.
struct Expression {
    std::string text;
};

struct Attribute;
struct Value;
using List = std::vector<Value>;
using Set = std::vector<Attribute>;  ///< in the order in which it is written; names are unique

/// A Nix value or a piece of Nix code.
struct Value {
    std::variant<std::nullptr_t, bool, int, std::string, Expression, List, Set> content;

    Value();
    Value(std::nullptr_t);
    Value(bool truth);
    Value(int number);
    Value(const char* text);
    Value(std::string_view text);
    Value(std::string text);
    Value(Expression code);
    Value(List list);
    Value(Set set);
    Value(const std::vector<std::string>& texts);
};

struct Attribute {
    std::string name;
    Value value;
    std::string comment;  ///< lines before it, without `#`; empty: none
};

/// A whole Nix file.
struct File {
    std::string comment;  ///< its first lines, without `#`
    std::string head;     ///< what stands before the value: `{ lib }:`; empty: nothing
    Value value;
    bool gaps = false;  ///< empty lines between the rows of the table that is the only attribute
    Value plain;        ///< what evaluating the file gives, where `value` holds code; else null
};

/// `"a \${b}"`: a string literal that evaluates to exactly `text`, which holds no NUL.
[[nodiscard]] std::string quoted(std::string_view text);

/// A name on the left of `=`: as it is where Nix reads it as a name, else quoted.
[[nodiscard]] std::string attribute_name(std::string_view name);

/// The value as Nix code in the layout of RFC 166, without a newline at the end. Every line but the first is indented
/// by `indent` columns.
[[nodiscard]] std::string written(const Value& value, std::size_t indent = 0);

/// The file, with a newline at the end.
[[nodiscard]] std::string written(const File& file);

}  // namespace cudastdenv::nix
