// SPDX-License-Identifier: MIT
// fmt as a compiled part: header only, each unit would compile what is here again, a fifth of its time. A static libfmt
// is not there everywhere (Debian has none), its inline sources are.
// From Clang 20 on fmt 10 and older does not compile with its own strings checked while compiling.
#if defined(__clang__) && __clang_major__ >= 20 && !__has_include(<fmt/base.h>)
#define FMT_CONSTEVAL
#endif
#include <fmt/format-inl.h>

// What fmt's headers leave to a compiled part and format-inl.h declares as templates.
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
