// SPDX-License-Identifier: MIT
#pragma once

/// Rules for the rows of api.json, and its packed names.

#include "core/std.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv {

/// Calls `take` with each name of a packed text, `cublas{Create Get{Stream Version}}`, in its order. The text is that
/// of a checked row.
void for_each_packed_name(std::string_view packed, const std::function<void(const std::string&)>& take);

/// The order of the rows.
[[nodiscard]] inline auto key_of(const ApiReleaseRow& row) { return row.version; }
[[nodiscard]] inline auto key_of(const ApiHeadersRow& row) {
    return std::tuple(row.component, row.directory, row.library, row.first, row.last);
}
[[nodiscard]] inline auto key_of(const ApiNamesRow& row) {
    return std::tuple(row.header, to_string(row.kind), row.cuda, row.first, row.last, row.deprecated);
}
[[nodiscard]] inline auto key_of(const ApiFieldsRow& row) {
    return std::tuple(row.parent, row.first, row.last, row.deprecated);
}
[[nodiscard]] inline auto key_of(const ApiSuccessorRow& row) {
    return std::tuple(to_string(row.kind), row.parent, row.name);
}
[[nodiscard]] inline auto key_of(const ApiTargetsRow& row) { return row.targets.front(); }
[[nodiscard]] inline auto key_of(const ApiSignatureRow& row) {
    const auto list = []<class T>(std::span<const T> values) { return std::vector<T>(values.begin(), values.end()); };
    return std::tuple(row.release, row.function_before, row.function_after, list(row.parameters), list(row.before),
                      list(row.after));
}

/// The problem of a row, beyond what its schema says; empty if the row is right. Expects sorted tables.
[[nodiscard]] std::string problem_of(const Tables& tables, const ApiReleaseRow& row);
[[nodiscard]] std::string problem_of(const Tables& tables, const ApiHeadersRow& row);
[[nodiscard]] std::string problem_of(const Tables& tables, const ApiNamesRow& row);
[[nodiscard]] std::string problem_of(const Tables& tables, const ApiFieldsRow& row);
[[nodiscard]] std::string problem_of(const Tables& tables, const ApiSuccessorRow& row);
[[nodiscard]] std::string problem_of(const Tables& tables, const ApiSignatureRow& row);
[[nodiscard]] std::string problem_of(const Tables& tables, const ApiTargetsRow& row);

}  // namespace cudastdenv
