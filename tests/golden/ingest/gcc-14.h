// The conditions of a real one in words of our own.
#if !defined(__HOST_CONFIG_H__)
#define __HOST_CONFIG_H__
#if defined(__CUDACC__)
#if defined(__CUDACC_RTC__)
#else
#if !__NV_NO_HOST_COMPILER_CHECK
#if defined(__GNUC__)
#if __GNUC__ > 14
#error a text of ours that names 99
#endif
#if defined(__clang__) && !defined(__ibmxl_vrm__) && !defined(__ICC) && !defined(__HORIZON__) && !defined(__APPLE__) && !defined(__GRCO_CLANG_COMPILER__)
#if (__clang_major__ >= 21) || (__clang_major__ < 3) || ((__clang_major__ == 3) &&  (__clang_minor__ < 3))
#error a text of ours
#endif
#endif
#endif
#endif
#endif
#endif
#endif
