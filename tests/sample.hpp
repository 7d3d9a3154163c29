// SPDX-License-Identifier: MIT
#pragma once

/// Samples of the cases of a long sweep.

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

/// The number of cases that shows that a sweep is not empty. A sample has no fixed number.
[[nodiscard]] inline int where_every_case_is_tried(int least) noexcept { return tries_every_case() ? least : 0; }

/// Selects cases of a sweep: one in so many, and different ones each day (CUDASTDENV_DAY). CUDASTDENV_EVERY_CASE
/// selects all; the nightly set uses it. Sanitizers make a case a hundred times slower, and they check code, which the
/// cases share. So with sanitizers it is always a sample, and a smaller one. All numbers are primes, so that nested
/// loops do not stop at the same elements each time.
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

/// The rows that a Sample selects. The count continues from loop to loop. For an lvalue list they are references,
/// because an answer may contain the address of a row.
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
