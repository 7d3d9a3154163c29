// SPDX-License-Identifier: MIT
#pragma once

/// How many cases of a long sweep are tried.

#include <cudastdenv/export.hpp>

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

/// Every case. But sanitizers make one take up to a hundred times as long, and they judge code, which the cases share:
/// under them it is one in so many. A prime number, so that no loop inside a loop is always met at the same place.
class Sample {
public:
    explicit Sample(unsigned one_in, bool is_whole = !is_sanitized) noexcept : one_in_(is_whole ? 1 : one_in) {}

    [[nodiscard]] bool takes_next() noexcept { return next_++ % one_in_ == 0; }

private:
    unsigned one_in_;
    unsigned next_ = 0;
};

}  // namespace cudastdenv
