// Numbers of stored types: constants of kernels that exist for several. GLSL and C++.
#define TN_F32 0
#define TN_F16 1
#define TN_BF16 2
#define TN_Q8_0 3
#define TN_Q4_0 4
