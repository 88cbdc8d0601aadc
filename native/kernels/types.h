#pragma once

// Types that mean the same to a kernel and to the program that starts it.

#if defined(__OPENCL_C_VERSION__) || defined(__OPENCL_CPP_VERSION__) || defined(__METAL_VERSION__)
typedef int tn_i32;
typedef long tn_i64;
typedef unsigned int tn_u32;
typedef unsigned short tn_u16;
typedef unsigned char tn_u8;
typedef signed char tn_i8;
#else
typedef int tn_i32;
typedef long long tn_i64;
typedef unsigned int tn_u32;
typedef unsigned short tn_u16;
typedef unsigned char tn_u8;
typedef signed char tn_i8;
#endif

/// Elements per dimension, and bytes from one to the next.
typedef struct tn_layout {
  tn_i64 stride[4];
  tn_i32 shape[4];
} tn_layout;
