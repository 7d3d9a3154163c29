// SPDX-License-Identifier: MIT
#pragma once

/// A row of a checkout while it is audited: its values, and what is wrong with them.

#include "audit/audit.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::nix {

/// A value as it may stand in a line, within quotes where it is a text.
[[nodiscard]] std::string shown(const LooseValue& value);

class AuditedRow {
public:
    AuditedRow(Audit& audit, Subject subject, const std::string& file, const LooseRow& row, std::string name)
        : audit_(audit), subject_(subject), file_(file), row_(row), name_(std::move(name)) {}

    [[nodiscard]] const LooseRow& row() const noexcept { return row_; }
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    /// A finding about the attribute, or about the row as a whole where it is empty.
    void find(std::string_view field, AuditSeverity severity, AuditProblem problem,
              std::span<const std::string_view> sources = {});
    void not_known(std::string_view field) { audit_.not_known.push_back({subject_, name_, std::string(field)}); }
    void agree() noexcept { ++audit_.agreeing; }

    /// The attribute's value. Absent where it is missing, or no such value: then that is a finding already.
    [[nodiscard]] std::optional<int> major(std::string_view field);
    [[nodiscard]] std::optional<Version> release(std::string_view field);
    /// Likewise, and null is a value.
    [[nodiscard]] std::optional<std::optional<Version>> release_or_null(std::string_view field);
    [[nodiscard]] std::optional<bool> truth(std::string_view field);
    [[nodiscard]] std::optional<std::string> text(std::string_view field);

    /// Finds what is none of these attributes.
    void find_extra(std::span<const std::string_view> known);

private:
    void add(std::string_view field, const LooseAttribute* attribute, AuditSeverity severity, AuditProblem problem,
             std::span<const std::string_view> sources = {});
    [[nodiscard]] const LooseAttribute* need(std::string_view field);
    void find_wrong(std::string_view field, const LooseValue& value, std::string_view wanted);
    [[nodiscard]] std::optional<Version> release_of(std::string_view field, const LooseValue& value,
                                                    std::string_view wanted);

    Audit& audit_;
    Subject subject_;
    const std::string& file_;
    const LooseRow& row_;
    std::string name_;
};

}  // namespace cudastdenv::nix
