// SPDX-License-Identifier: MIT
// Compiles fmt once. Header only, each unit would compile this again, which is a fifth of its time. Debian has no
// static libfmt; fmt's inline sources are available everywhere. With Clang 20 or newer, fmt 10 and older does not
// compile if its own strings are checked at compile time.
#if defined(__clang__) && __clang_major__ >= 20 && !__has_include(<fmt/base.h>)
#define FMT_CONSTEVAL
#endif
#include <fmt/format-inl.h>

// Templates that fmt's headers leave to a compiled part and format-inl.h declares.
FMT_BEGIN_NAMESPACE
namespace detail {
template dragonbox::decimal_fp<float> dragonbox::to_decimal(float) noexcept;
template dragonbox::decimal_fp<double> dragonbox::to_decimal(double) noexcept;
template thousands_sep_result<char> thousands_sep_impl<char>(locale_ref);
template char decimal_point_impl<char>(locale_ref);
#if FMT_VERSION >= 100000 && FMT_VERSION < 110000
template void vformat_to(buffer<char>&, string_view, typename vformat_args<>::type, locale_ref);
#endif
}  // namespace detail
FMT_END_NAMESPACE
