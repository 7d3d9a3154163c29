// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"
#include "audit/audit.hpp"
#include "cli/checkout.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/common_options.hpp"
#include "cli/exit_status.hpp"
#include "cli/nix.hpp"
#include "core/quote.hpp"
#include "report/audit.hpp"
#include "wire/audit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace cudastdenv::cli {

namespace {

nix::AuditPolicy read_audit_policy(const ParsedOptions& options) {
    static constexpr std::array policies{nix::AuditPolicy::documented, nix::AuditPolicy::enforced,
                                         nix::AuditPolicy::measured};
    static constexpr std::array<std::string_view, 3> choices{"documented", "enforced", "measured"};
    const std::string name = options.value_or("policy", "documented");
    if (name == "nixpkgs")
        throw BadInput(InputError::unfit,
                       "an audit is against NVIDIA's own word, not nixpkgs': `cudastdenv nix diff` compares with that");
    const auto found = std::ranges::find(policies, name, [](nix::AuditPolicy policy) { return to_string(policy); });
    if (found == policies.end())
        throw BadInput(InputError::unknown,
                       fmt::format("unknown policy {}{}", in_quotes(name), suggestion(name, choices)));
    return *found;
}

enum class AuditFormat { text, json, markdown };

AuditFormat read_audit_format(const ParsedOptions& options) {
    static constexpr std::array<std::string_view, 3> choices{"text", "json", "markdown"};
    const std::string name = options.has("json") ? "json" : options.value_or("format", "text");
    const auto found = std::ranges::find(choices, name);
    if (found == choices.end())
        throw BadInput(InputError::unknown,
                       fmt::format("unknown format {}{}", in_quotes(name), suggestion(name, choices)));
    return static_cast<AuditFormat>(found - choices.begin());
}

nix::AuditedTable read_table(const Checkout& checkout, nix::Table table) {
    FoundTable found = checkout.read_loose(table);
    nix::AuditedTable audited{{found.path, checkout.text_of(found.path)}, {}};
    audited.rows = nix::read_loose_rows(checkout.folder() / found.path, found.json);
    return audited;
}

int run_nix_audit(const ParsedOptions& options) {
    const nix::AuditPolicy policy = read_audit_policy(options);
    const AuditFormat format = read_audit_format(options);
    const report::Style style = stdout_style(options);
    const Checkout checkout(options, "nix audit");
    const ChosenTables tables(options);
    nix::AuditedCheckout audited{.nvcc = read_table(checkout, nix::Table::nvcc),
                                 .cuda = read_table(checkout, nix::Table::cuda)};
    if (const std::string path = checkout.find(nix::package_set_files); !path.empty())
        audited.package_sets = nix::AuditedFile{path, checkout.text_of(path)};

    const nix::Audit audit = nix::audit(tables.view(), policy, audited);
    const words::AuditReport report{checkout.given(), audited, policy, audit};
    switch (format) {
        case AuditFormat::text: print_answer(options.streams(), report::audit_text(report, style)); break;
        case AuditFormat::json: print_answer(options.streams(), wire::audit_json(report)); break;
        case AuditFormat::markdown:
            print_answer(options.streams(), report::audit_markdown(tables.view(), report));
            break;
    }
    return audit.findings.empty() ? exit_answered : exit_none;
}

constexpr auto nix_audit_options = joined(
    std::array{
        OptionSpec{"policy",
                   "P",
                   "NVIDIA's word that counts: documented (default), enforced, measured",
                   '\0',
                   {},
                   "documented enforced measured"},
        format_option("text (default), json, markdown", "text json markdown"),
        timeout_option,
    },
    common_options);
constexpr std::array<std::string_view, 2> nix_audit_examples{
    "cudastdenv nix audit ~/src/nixpkgs", "cudastdenv nix audit --policy enforced --format markdown ~/src/nixpkgs"};
constexpr std::array<std::string_view, 1> nix_audit_positional{"dir"};

}  // namespace

const Command nix_audit_command{
    .name = "nix audit",
    .group = CommandGroup::nixpkgs,
    .summary = "what a nixpkgs checkout says otherwise than NVIDIA",
    .arguments = "[OPTIONS] DIR",
    .none = "there are findings",
    .examples = nix_audit_examples,
    .positional = nix_audit_positional,
    .options = nix_audit_options,
    .run = run_nix_audit,
};

}  // namespace cudastdenv::cli
