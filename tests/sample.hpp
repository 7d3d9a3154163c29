// SPDX-License-Identifier: MIT
#pragma once

/// How many cases of a long sweep are tried.

#include <cudastdenv/export.hpp>

#include <cstdlib>
#include <functional>
#include <ranges>
#include <type_traits>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define CUDASTDENV_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CUDASTDENV_SANITIZED 1
#endif
#endif

namespace cudastdenv {

#ifdef CUDASTDENV_SANITIZED
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

[[nodiscard]] inline bool tries_every_case() noexcept {
    return !is_sanitized && std::getenv("CUDASTDENV_EVERY_CASE") != nullptr;
}

/// The count that shows that a sweep met what it is about; of a sample nobody knows how often it does.
[[nodiscard]] inline int where_every_case_is_tried(int least) noexcept { return tries_every_case() ? least : 0; }

/// Which cases of a sweep are tried: one in so many, another one each day (CUDASTDENV_DAY). Every case with
/// CUDASTDENV_EVERY_CASE, which the nightly set has. But sanitizers make a case take a hundred times as long, and they
/// judge code, which the cases share: under them it is always a sample, and a smaller one. All numbers are primes, so
/// that no loop inside a loop is always met at the same place.
class Sample {
public:
    explicit Sample(unsigned one_in, unsigned one_in_sanitized) noexcept
        : one_in_(is_sanitized         ? one_in_sanitized
                  : tries_every_case() ? 1
                                       : one_in) {
        for (const char* day = std::getenv("CUDASTDENV_DAY"); day && *day; ++day)
            if (*day != '-') next_ = next_ * 10 + static_cast<unsigned>(*day - '0');
    }

    [[nodiscard]] bool takes_next() noexcept { return next_++ % one_in_ == 0; }

private:
    unsigned one_in_;
    unsigned next_ = 0;
};

/// The rows that a Sample takes. The count goes on from loop to loop. Of a list that somebody owns they are references,
/// because an answer may hold the address of a row.
template <unsigned one_in_sanitized = 13, unsigned one_in = 3, class Rows>
auto sampled(Rows&& rows) {
    using Row = std::ranges::range_value_t<Rows>;
    using Taken = std::conditional_t<std::is_lvalue_reference_v<Rows>, std::reference_wrapper<const Row>, Row>;
    static Sample sample(one_in, one_in_sanitized);
    std::vector<Taken> taken;
    for (const Row& row : rows)
        if (sample.takes_next()) taken.push_back(Taken(row));
    return taken;
}

}  // namespace cudastdenv
