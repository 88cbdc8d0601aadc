// Floats, `step` bytes from one to the next, as blocks of stored types; a thread writes a block.

#include "encode_fits.glsl"
#include "encode_affine.glsl"
#include "encode_blocks.glsl"
#include "encode_parts.glsl"
#include "encode_k.glsl"
#include "encode_small.glsl"

void tn_store_block(uint type, tn_address x, tn_i64 step, tn_address y) {
  switch (type) {
    case TN_IQ4_NL: tn_store_iq4_nl(x, step, y); break;
    case TN_Q2_K: tn_store_q2_k(x, step, y); break;
    case TN_Q3_K: tn_store_q3_k(x, step, y); break;
    case TN_Q4_K: tn_store_q45_k(x, step, 4, y); break;
    case TN_Q5_K: tn_store_q45_k(x, step, 5, y); break;
    case TN_Q6_K: tn_store_q6_k(x, step, y); break;
    case TN_IQ4_XS: tn_store_iq4_xs(x, step, y); break;
    case TN_MXFP4: tn_store_mxfp4(x, step, y); break;
    case TN_NVFP4: tn_store_nvfp4(x, step, y); break;
    case TN_TQ1_0: tn_store_tq1_0(x, step, y); break;
    case TN_TQ2_0: tn_store_tq2_0(x, step, y); break;
    default: tn_store_of_32(type, x, step, y);
  }
}
