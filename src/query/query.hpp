// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.hpp"
#include "query/names.hpp"
#include "resolve/drivers.hpp"
#include "resolve/resolve.hpp"

namespace cudastdenv::query {

/// The platform of a list. Without a named system, a list of only Jetsons is for theirs.
enum class Platforms : std::uint8_t {
    one,          ///< the system; GPUs that it does not support are rejected
    judged,       ///< the system; the answer states whether NVIDIA supports the GPUs there
    of_each_gpu,  ///< each entry is for the platform of its GPUs
};

/// A query parsed into a request. Owns what the request points to, so it cannot be moved.
class Query {
public:
    /// `context` must outlive this. `host`: the machine, if it was already examined. Throws BadInput and the exceptions
    /// of looking at the machine.
    Query(const Context& context, const OptionTexts& texts, std::optional<Host> host = std::nullopt,
          Platforms platforms = Platforms::one);
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    [[nodiscard]] const Tables& tables() const noexcept { return context_.tables; }
    [[nodiscard]] const Request& request() const noexcept { return request_; }
    /// Adds a compiler as a candidate; false if it already was one. Throws BadInput.
    bool assume_available(std::string_view name);
    /// The resolution of the request at the time of the first call, which stores it.
    [[nodiscard]] const Resolution& resolution() const;
    [[nodiscard]] messages::ResolutionReport answer() const { return {as_read_, tables(), request_, resolution()}; }
    /// The GPUs in `--gpu`.
    [[nodiscard]] const std::vector<Gpu>& gpus() const noexcept { return gpus_; }
    /// The environment of the query: the named one, this machine, or a compiler's.
    [[nodiscard]] const Environment& environment() const noexcept { return environment_; }
    [[nodiscard]] bool is_stdenv_assumed() const noexcept { return as_read_.stdenv_assumed; }
    /// This machine, if the query was about it; otherwise nullptr.
    [[nodiscard]] const Host* host_if_seen() const noexcept { return host_ ? &*host_ : nullptr; }
    /// This machine, examined once.
    [[nodiscard]] const Host& host();

private:
    void read_release(const OptionTexts& texts);
    void read_systems(const OptionTexts& texts);
    void read_stdenv(const OptionTexts& texts);
    void find_toolkit_headers(const OptionTexts& texts);
    void read_available(const OptionTexts& texts);
    void read_capabilities(const OptionTexts& texts);
    void imply_system(const OptionTexts& texts);
    void add_listed(std::string_view text);
    void read_rest(const OptionTexts& texts);

    const Context& context_;
    messages::QuestionAsRead as_read_;
    Environment environment_;
    std::optional<Host> host_;
    Platforms platforms_;
    std::vector<Capability> capabilities_;
    std::vector<Gpu> gpus_;
    Request request_;
    mutable std::optional<Resolution> resolution_;
};

/// The options of a query that the command for this machine repeats.
[[nodiscard]] SetupOptions setup_of(const OptionTexts& texts);

/// The toolkit that a shell there would use: the first of several. Throws BadInput if no toolkit is of a
/// release in the tables.
[[nodiscard]] const FoundToolkit& toolkit_of(const Host& host);

/// The default compiler, the libstdc++ that programs load, and the glibc of the headers. Throws BadInput if there is no
/// compiler, or no libstdc++.
[[nodiscard]] Stdenv stdenv_of(const Tables& tables, const Host& host);

/// The texts with the values of this machine in place of `host`, for every option but the release, the environment and
/// the available compilers, which an Query reads by themselves. Looks at the machine only if needed. Throws
/// BadInput where the machine lacks the part.
[[nodiscard]] OptionTexts with_host_values(const Context& context, const OptionTexts& texts);

/// The GPUs of a machine as a list for `--gpu`, each once: by name, or by capability where the tables lack the name.
/// With `by_name` false all are capabilities. Empty: none.
[[nodiscard]] std::string gpus_of(const Tables& tables, const Host& host, bool by_name = true);

/// The parts of a query that are from the user's variables.
[[nodiscard]] std::vector<messages::UserDefault> user_defaults(const OptionTexts& texts);

/// Parses `--libstdcxx`, which must be a GCC. Throws BadInput, also for a Clang.
[[nodiscard]] NamedCompiler read_libstdcxx_owner(const Tables& tables, std::string_view text);

/// Throws BadInput about an unknown stdenv.
[[noreturn]] void fail_unknown_stdenv(const Tables& tables, std::string_view name);

/// The suggestion after an unknown environment: the closest name, or the command that lists all.
[[nodiscard]] std::string environment_suggestion(const Tables& tables, std::string_view text);

/// Parses a C++ standard. Throws BadInput.
[[nodiscard]] CxxStandard read_standard(std::string_view text);

/// Throws BadInput if the release is known not to support that standard.
void check_standard(const Release& release, CxxStandard standard);

/// Parses a glibc version. Throws BadInput.
[[nodiscard]] Version read_glibc(std::string_view text);

/// `--policy`, or the default. Throws BadInput.
[[nodiscard]] Policy read_policy(const OptionTexts& texts);

/// The value of `--for` for no instructions.
inline constexpr std::string_view for_nobody = "none";

/// The tool in `--for`.
struct ToolAsked {
    bool is_none = false;               ///< no instructions
    std::optional<PlanTool> tool = {};  ///< absent: the most suitable
};

/// Parses `--for`. Throws BadInput.
[[nodiscard]] ToolAsked read_tool_asked(const OptionTexts& texts);

/// The parts of an answer for instructions: the host compiler; for a named tool, also the linked libstdc++ and the list
/// to build. Empty if no host compiler works, for a cross build, and with nixpkgs_exact.
[[nodiscard]] PlanInput plan_input(const Query& question, const ToolAsked& asked);

/// Instructions for the named tool, possibly none, or for the most suitable one. Throws BadInput if the environment
/// uses another package manager.
[[nodiscard]] std::vector<Plan> plans(const Tables& tables, const PlanInput& answer);

/// The instructions that `--for` selects. Throws BadInput.
[[nodiscard]] std::vector<Plan> plans_for(const Query& question, const OptionTexts& texts);

}  // namespace cudastdenv::query
