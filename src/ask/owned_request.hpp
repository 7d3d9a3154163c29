// SPDX-License-Identifier: MIT
#pragma once

#include "apply/apply.hpp"
#include "ask/names.hpp"
#include "resolve/drivers.hpp"
#include "resolve/resolve.hpp"

namespace cudastdenv::asking {

/// Where a release has to be named.
inline constexpr const char* missing_release = "missing CUDA release; pass --cuda 12.8 or --cuda latest";

/// For which platform a list is. A list of Jetsons alone is for theirs, where no system was named.
enum class Platforms : std::uint8_t {
    one,          ///< the system; what that cannot run is refused
    judged,       ///< the system; whether NVIDIA supports the GPUs there is the answer
    of_each_gpu,  ///< each target for the platform of its GPUs
};

/// Texts as a request. Owns what the request points to, so it stays where it is.
class OwnedRequest {
public:
    /// `context` is used as long as this lives. `host`: what is on the machine, where that was looked up already.
    /// Throws BadInput, and what looking at the machine throws.
    OwnedRequest(const Context& context, const Texts& texts, std::optional<Host> host = std::nullopt,
                 Platforms platforms = Platforms::one);
    OwnedRequest(const OwnedRequest&) = delete;
    OwnedRequest& operator=(const OwnedRequest&) = delete;

    [[nodiscard]] const Tables& tables() const noexcept { return context_.tables; }
    [[nodiscard]] const Request& request() const noexcept { return request_; }
    /// Adds the candidate of that name, which was asked about; false where it was available anyway. Throws BadInput.
    bool suppose_available(std::string_view name);
    /// The resolution of the request as it is at the first call, which keeps it.
    [[nodiscard]] const Resolution& resolution() const;
    [[nodiscard]] words::ResolutionReport answer() const { return {as_read_, tables(), request_, resolution()}; }
    /// The GPUs that `--gpu` named.
    [[nodiscard]] const std::vector<Gpu>& gpus() const noexcept { return gpus_; }
    /// What the question is about: the environment that was named, this machine, or a compiler's.
    [[nodiscard]] const Environment& environment() const noexcept { return environment_; }
    [[nodiscard]] bool is_stdenv_assumed() const noexcept { return as_read_.stdenv_assumed; }
    /// What is on this machine, where the question was about it; else nullptr.
    [[nodiscard]] const Host* host_if_seen() const noexcept { return host_ ? &*host_ : nullptr; }
    /// What is on this machine, looked up once.
    [[nodiscard]] const Host& host();

private:
    void read_release(const Texts& texts);
    void read_systems(const Texts& texts);
    void read_stdenv(const Texts& texts);
    void find_toolkit_headers(const Texts& texts);
    void read_available(const Texts& texts);
    void read_capabilities(const Texts& texts);
    void add_listed(std::string_view text);
    void add_gpus(std::string_view text);
    void read_rest(const Texts& texts);
    /// What is asked for says that it is a Jetson: its GPUs, or the driver.
    [[nodiscard]] bool is_for_jetson(const Texts& texts) const;

    const Context& context_;
    words::QuestionAsRead as_read_;
    Environment environment_;
    std::optional<Host> host_;
    Platforms platforms_;
    std::vector<Capability> capabilities_;
    std::vector<Gpu> gpus_;
    Request request_;
    mutable std::optional<Resolution> resolution_;
};

/// The toolkit that a shell there would use: of several, the first. Throws BadInput where there is none, or none of a
/// release that the tables know.
[[nodiscard]] const FoundToolkit& toolkit_of(const Host& host);

/// The default compiler, the libstdc++ that programs load, and the glibc whose headers are compiled with.
/// Throws BadInput where there is no compiler, or no libstdc++.
[[nodiscard]] Stdenv stdenv_of(const Tables& tables, const Host& host);

/// The texts with the values of this machine in place of `host`, for every option but the release, the environment and
/// the available compilers, which an OwnedRequest reads by themselves. Looks at the machine only if needed. Throws
/// BadInput where the machine lacks the part.
[[nodiscard]] Texts with_host_values(const Context& context, const Texts& texts);

/// Whether nvcc of that release builds code for GPUs of that capability.
[[nodiscard]] bool builds_for(const Tables& tables, Version release, Capability gpu);

/// The GPUs of a machine as a list for `--gpu`: by name, or by capability where the tables lack the name. Empty: none.
[[nodiscard]] std::string gpus_of(const Tables& tables, const Host& host);

/// What of a question is from variables of the user's.
[[nodiscard]] std::vector<words::UserDefault> user_defaults(const Texts& texts);

/// Reads whose libstdc++ `--libstdcxx` names: a GCC's. Throws BadInput, for a Clang too.
[[nodiscard]] NamedCompiler read_libstdcxx_owner(const Tables& tables, std::string_view text);

/// Throws BadInput: it names no stdenv.
[[noreturn]] void fail_unknown_stdenv(const Tables& tables, std::string_view name);

/// What to say behind the name of an environment that there is not: the nearest, or where all are.
[[nodiscard]] std::string environment_suggestion(const Tables& tables, std::string_view text);

/// Reads a C++ standard that was typed. Throws BadInput.
[[nodiscard]] CxxStandard read_standard(std::string_view text);

/// Throws BadInput where the release is known not to take that standard.
void check_standard(const Release& release, CxxStandard standard);

/// Reads a version of glibc that was typed. Throws BadInput.
[[nodiscard]] Version read_glibc(std::string_view text);

/// `--policy`, or the default. Throws BadInput.
[[nodiscard]] Policy read_policy(const Texts& texts);

/// `--for` that, for no lines at all.
inline constexpr std::string_view for_nobody = "none";

/// For whom lines are asked.
struct ToolAsked {
    bool is_none = false;                ///< no lines at all
    std::optional<ApplyTool> tool = {};  ///< absent: whatever fits
};

/// `--for`. Throws BadInput.
[[nodiscard]] ToolAsked read_tool_asked(const Texts& texts);

/// What of an answer is to be applied: the host compiler, and with a tool that was named whose libstdc++ is linked and
/// what is built. Nothing where there is no host compiler that works, in a cross build, and under nixpkgs_exact.
[[nodiscard]] ToApply to_apply(const OwnedRequest& question, const ToolAsked& asked);

/// The lines for the tool that was named, which may be none, or for the one that fits. Throws BadInput where the
/// environment's packages come by another tool.
[[nodiscard]] std::vector<LinesToType> applied(const Tables& tables, const ToApply& answer, const ToolAsked& asked);

/// The lines that `--for` asks for. Throws BadInput.
[[nodiscard]] std::vector<LinesToType> lines_for(const OwnedRequest& question, const Texts& texts);

}  // namespace cudastdenv::asking
