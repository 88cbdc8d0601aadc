// Numbers of stored types: constants of kernels that exist for several. GLSL, C++ and
// cmake/embed_kernel.cmake read this: a kernel for TN_READ is there for all of them but integers,
// for TN_WRITE for those that are written, for TN_PLAIN and TN_BLOCKS for those without and with
// blocks, for TN_DIRECT for those that need no grid.
#define TN_F32 0  // plain, written
#define TN_F16 1  // plain, written
#define TN_BF16 2  // plain, written
#define TN_Q4_0 3  // written
#define TN_Q4_1 4  // written
#define TN_Q5_0 5  // written
#define TN_Q5_1 6  // written
#define TN_Q8_0 7  // written
#define TN_Q2_K 8  // written
#define TN_Q3_K 9  // written
#define TN_Q4_K 10  // written
#define TN_Q5_K 11  // written
#define TN_Q6_K 12  // written
#define TN_IQ1_S 13  // grid
#define TN_IQ1_M 14  // grid
#define TN_IQ2_XXS 15  // grid
#define TN_IQ2_XS 16  // grid
#define TN_IQ2_S 17  // grid
#define TN_IQ3_XXS 18  // grid
#define TN_IQ3_S 19  // grid
#define TN_IQ4_NL 20  // written
#define TN_IQ4_XS 21  // written
#define TN_TQ1_0 22  // written
#define TN_TQ2_0 23  // written
#define TN_MXFP4 24  // written
#define TN_NVFP4 25  // written
#define TN_I32 26  // integers
