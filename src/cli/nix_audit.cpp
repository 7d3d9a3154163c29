// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"
#include "cli/checkout.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/exit_status.hpp"
#include "cli/nix.hpp"
#include "nix/audit.hpp"
#include "report/nix.hpp"
#include "wire/json.hpp"

#include <array>
#include <string>
#include <string_view>

namespace cudastdenv::cli {

namespace {

nix::AuditPolicy read_audit_policy(const ParsedOptions& options) {
    static constexpr std::array<std::string_view, 3> choices{"documented", "enforced", "measured"};
    const std::string name = options.value_or("policy", "documented");
    if (name == "nixpkgs")
        throw BadInput(InputError::unfit,
                       "an audit is against NVIDIA's own word, not nixpkgs': `cudastdenv nix diff` compares with that");
    return static_cast<nix::AuditPolicy>(read_choice("policy", name, choices));
}

int run_nix_audit(const ParsedOptions& options) {
    const nix::AuditPolicy policy = read_audit_policy(options);
    static constexpr std::array<std::string_view, 3> formats{"text", "json", "markdown"};
    const std::string_view format =
        formats.at(read_choice("format", options.has("json") ? "json" : options.value_or("format", "text"), formats));
    const report::Style style = stdout_style(options);
    const Checkout checkout(options, "nix audit");
    const ChosenTables tables(options);
    nix::AuditedCheckout audited{
        .folder = checkout.given(), .nvcc = checkout.read(nix::Table::nvcc), .cuda = checkout.read(nix::Table::cuda)};
    if (const std::string path = checkout.find(nix::package_set_files); !path.empty())
        audited.package_sets = nix::CheckoutFile{path, checkout.text_of(path)};

    const nix::Audit audit = nix::audit(tables.view(), policy, audited);
    print_answer(options.streams(), format == "json"   ? wire::audit_json(audited, audit)
                                    : format == "text" ? report::audit_text(audited, audit, style)
                                                       : report::audit_markdown(tables.view(), audit));
    return audit.findings.empty() ? exit_answered : exit_none;
}

constexpr std::array nix_audit_options{
    OptionSpec{"policy",
               "P",
               "NVIDIA's word that counts: documented (default), enforced, measured",
               '\0',
               {},
               "documented enforced measured"},
    format_option("text (default), json, markdown", "text json markdown"),
    timeout_option,
};

}  // namespace

const Command nix_audit_command{
    .name = "nix audit",
    .group = CommandGroup::nixpkgs,
    .summary = "what a nixpkgs checkout says otherwise than NVIDIA",
    .arguments = "[OPTIONS] DIR",
    .none = "there are findings",
    .examples = {"cudastdenv nix audit ~/src/nixpkgs",
                 "cudastdenv nix audit --policy enforced --format markdown ~/src/nixpkgs"},
    .positional = {"dir"},
    .options = nix_audit_options,
    .run = run_nix_audit,
};

}  // namespace cudastdenv::cli
