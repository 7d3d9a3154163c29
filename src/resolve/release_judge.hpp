// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/releases.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

/// A set of conditions: bit i is the condition of index i.
using Subset = std::uint32_t;

[[nodiscard]] constexpr Subset bit_of(std::size_t condition) noexcept { return Subset{1} << condition; }

/// Some of a question's conditions, held against one release after the other.
class ReleaseJudge {
public:
    ReleaseJudge(const Tables& tables, const ReleasesQuestion& question, Subset subset);
    ReleaseJudge(const ReleaseJudge&) = delete;
    ReleaseJudge& operator=(const ReleaseJudge&) = delete;

    [[nodiscard]] std::string_view system() const noexcept { return request_.system; }
    /// Whether all hold, and if not, why. The candidates' rejections are left to rejections().
    [[nodiscard]] std::variant<FittingRelease, LeftOutRelease> judge(const Release& release);
    /// Why no candidate works with the release that was judged last.
    [[nodiscard]] std::vector<Rejection> rejections();

private:
    using Found = std::optional<LeftOutRelease>;

    void assume_system();
    [[nodiscard]] bool is_for_jetson() const;
    void assume_stdenv();
    void take_environment(const EnvironmentRow& environment);
    void take_stdenv(const StdenvCondition& condition);
    void suppose_host(Compiler compiler);
    void suppose_release(const Release& release);
    [[nodiscard]] std::optional<ToolkitHeaders> toolkit_headers() const;

    template <class Kind>
    [[nodiscard]] const Kind* get() const noexcept;
    template <class Kind>
    [[nodiscard]] std::optional<std::size_t> index() const noexcept;
    [[nodiscard]] std::optional<std::size_t> index_of_stdenv() const noexcept;
    [[nodiscard]] std::optional<std::size_t> index_of_compiler() const noexcept;
    [[nodiscard]] std::optional<std::size_t> index_of(const AdvisoryRow& advisory) const noexcept;

    [[nodiscard]] LeftOutRelease left_out(std::optional<std::size_t> condition, ReleaseObstacle obstacle) const;
    [[nodiscard]] Found check_capability_list() const;
    [[nodiscard]] Found check_gpus() const;
    [[nodiscard]] Found check_platform() const;
    [[nodiscard]] Found check_driver() const;
    [[nodiscard]] Found check_standard() const;
    [[nodiscard]] std::variant<FittingRelease, LeftOutRelease> choose_host();
    [[nodiscard]] std::optional<std::variant<FittingRelease, LeftOutRelease>> try_host() const;

    const Tables& tables_;
    const ReleasesQuestion& question_;
    Subset subset_;
    std::vector<Compiler> any_of_;  ///< the compilers that were named, the best first
    std::vector<Compiler> available_;
    std::vector<CompilerVersion> versions_;  ///< of those that were named, then the stdenv's
    std::vector<int> headers_;
    const Release* release_ = nullptr;      ///< the one that is judged
    std::vector<Capability> capabilities_;  ///< in that release: those listed, then one for each GPU
    std::size_t listed_ = 0;                ///< how many of them are listed
    std::optional<LeftOutRelease> unknown_name_;
    Request request_;
};

}  // namespace cudastdenv
