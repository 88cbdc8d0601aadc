#pragma once

// What CMake calls the instruction set; without it, this is a look at the headers alone.
#ifndef TERN_SIMD_NAME
#define TERN_SIMD_NAME scalar
#endif

#define TERN_SIMD_JOIN_NOW(a, b) a##b
#define TERN_SIMD_JOIN(a, b) TERN_SIMD_JOIN_NOW(a, b)
#define TERN_SIMD_TEXT_NOW(a) #a
#define TERN_SIMD_TEXT(a) TERN_SIMD_TEXT_NOW(a)

/// Everything that is compiled per instruction set lies in a namespace of that set, so that no
/// function of one can stand in for that of another.
#define TERN_SIMD_NAMESPACE TERN_SIMD_JOIN(simd_, TERN_SIMD_NAME)

/// Values in registers must not become calls.
#define TERN_SIMD_INLINE [[gnu::always_inline]] inline

/// Before a loop over registers: only as many lines are they registers. Where each holds one lane
/// there are far too many of them.
#if defined(TERN_SIMD_SCALAR)
#define TERN_SIMD_UNROLL
#elif defined(__clang__)
#define TERN_SIMD_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define TERN_SIMD_UNROLL _Pragma("GCC unroll 64")
#else
#define TERN_SIMD_UNROLL
#endif
