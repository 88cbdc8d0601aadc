#include "kernels/language.h"

#include "kernels/args/rows.h"

// Must be refused: shared memory is not a buffer.

TN_FUNCTION float tn_first(const TN_LOCAL float* x) { return x[0]; }

TN_KERNEL_1(wrong_space, tn_rows_args) { TN_FLOATS_OUT(out)[0] = tn_first(TN_FLOATS_OUT(out)); }
