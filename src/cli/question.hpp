#pragma once

#include "cli/exit_status.hpp"
#include "cli/options.hpp"
#include "machine/host.hpp"
#include "report/answer.hpp"

#include <cudastdenv/compat.hpp>
#include <cudastdenv/load.hpp>
#include <cudastdenv/resolve.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

/// The tables that a command works on: built in, or those of `--data`.
class ChosenTables {
public:
    /// Throws DataError.
    explicit ChosenTables(const ParsedOptions& options);
    [[nodiscard]] const Tables& view() const noexcept { return view_; }

private:
    std::optional<LoadedTables> loaded_;
    Tables view_;
};

/// For which platform a list is. A list of Jetsons alone is for theirs, where no system was named.
enum class Platforms : std::uint8_t {
    one,          ///< the system; what that cannot run is refused
    of_each_gpu,  ///< each target for the platform of its GPUs
};

/// The options as a request. Owns what the request points to, so it stays where it is.
class Question {
public:
    /// Throws UsageError and DataError. `host`: what is on this machine, where that was looked up already.
    explicit Question(const ParsedOptions& options, std::optional<machine::Host> host = std::nullopt,
                      Platforms platforms = Platforms::one);
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;

    [[nodiscard]] const Tables& tables() const noexcept { return tables_.view(); }
    [[nodiscard]] const Request& request() const noexcept { return request_; }
    /// Adds a candidate that was asked about; false where it was available anyway.
    bool suppose_available(Compiler compiler);
    [[nodiscard]] report::Answer answer(const Resolution& resolution) const;
    /// The GPUs that `--gpu` named.
    [[nodiscard]] const std::vector<Gpu>& gpus() const noexcept { return gpus_; }
    /// What is on this machine, looked up once.
    [[nodiscard]] const machine::Host& host();

private:
    void read_release(const ParsedOptions& options);
    void read_systems(const ParsedOptions& options);
    void read_stdenv(const ParsedOptions& options);
    void take_stdenv_of_host();
    void read_available(const ParsedOptions& options);
    void add_available(std::string_view text);
    void add_compilers_of_host();
    void read_capabilities(const ParsedOptions& options);
    void add_listed(std::string_view text);
    void add_gpus(std::string_view text);
    void read_rest(const ParsedOptions& options);
    /// What is asked for says that it is a Jetson: its GPUs, or the driver.
    [[nodiscard]] bool is_for_jetson(const ParsedOptions& options) const;
    void check_capability_list() const;

    ChosenTables tables_;
    std::string cuda_requested_;
    report::PackageSet package_set_;
    const EnvironmentRow* environment_ = nullptr;
    std::optional<machine::Host> host_;
    Platforms platforms_;
    bool stdenv_is_host_ = false;
    bool stdenv_assumed_ = false;
    bool available_assumed_ = false;
    bool libstdcxx_assumed_ = false;
    std::vector<Compiler> available_;
    std::vector<int> headers_;
    std::vector<Capability> capabilities_;
    std::vector<Gpu> gpus_;
    Request request_;
};

/// What resolve and explain end with: an answer that holds as it stands or by its way out, or none.
[[nodiscard]] ExitStatus exit_status_of(const Resolution& resolution) noexcept;

/// How far beyond the newest known compiler a major version is still a compiler of the near future
/// (about one a year) rather than a slip of the fingers.
inline constexpr int majors_ahead = 4;

/// Reads a compiler that was typed. Throws UsageError where it is malformed or far newer than any the tables know.
[[nodiscard]] Compiler read_compiler(const Tables& tables, std::string_view text);

/// Reads whose libstdc++ `--libstdcxx` names: the GCC's major. Throws UsageError, for a Clang too.
[[nodiscard]] int read_libstdcxx_owner(const Tables& tables, std::string_view text);

/// What to say behind the name of an environment that there is not: the nearest, or all.
[[nodiscard]] std::string environment_suggestion(const Tables& tables, std::string_view text);

/// Reads a C++ standard that was typed. Throws UsageError.
[[nodiscard]] CxxStandard read_standard(std::string_view text);

/// Throws UsageError where the release is known not to take that standard.
void check_standard(const Release& release, CxxStandard standard);

/// Reads a version of glibc that was typed. Throws UsageError.
[[nodiscard]] Version read_glibc(std::string_view text);

/// `--policy`, or the default. Throws UsageError.
[[nodiscard]] Policy read_policy(const ParsedOptions& options);

}  // namespace cudastdenv::cli
