// The words of kernels/language.h in GLSL. Kernels get addresses of buffers; what lies at an
// address is said by a reference: tn_floats(address).at[i].

#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_control_flow_attributes : require

#define tn_i32 int
#define tn_i64 int64_t
#define tn_u32 uint
#define tn_u16 uint16_t
#define tn_u8 uint8_t
#define tn_i8 int8_t
#define tn_address uint64_t

struct tn_layout {
  tn_i64 stride[4];
  tn_i32 shape[4];
};

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint tn_first = 0;
layout(constant_id = 2) const uint tn_second = 0;

layout(push_constant, std430) uniform tn_push {
  tn_address args;
  tn_address result;
  tn_address result2;
  tn_address inputs[12];
} push;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer tn_floats { float at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer tn_ints { int at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer tn_words { uint at[]; };
layout(buffer_reference, std430, buffer_reference_align = 2) buffer tn_halves { uint16_t at[]; };
layout(buffer_reference, std430, buffer_reference_align = 1) buffer tn_bytes { uint8_t at[]; };

#define in0 push.inputs[0]
#define in1 push.inputs[1]
#define in2 push.inputs[2]
#define in3 push.inputs[3]
#define in4 push.inputs[4]
#define in5 push.inputs[5]
#define in6 push.inputs[6]
#define in7 push.inputs[7]

/// The constants of a kernel, as `a`.
#define TN_ARGS(args_type)                                                              \
  layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer tn_stored { \
    args_type value;                                                                    \
  };                                                                                    \
  args_type a = tn_stored(push.args).value;

// A line each for the kernels that a file makes; read by cmake/embed_kernel.cmake.
#define TN_KERNEL(name, first, second)
#define TN_CASE(number, name, expression) \
  case number: return expression;

#define TN_FUNCTION
#define TN_INFINITY uintBitsToFloat(0x7f800000u)
#define TN_THREAD int(gl_LocalInvocationID.x)
#define TN_THREADS int(gl_WorkGroupSize.x)
#define TN_GROUP_X int(gl_WorkGroupID.x)
#define TN_GROUP_Y int(gl_WorkGroupID.y)
#define TN_GROUP_Z int(gl_WorkGroupID.z)
#define TN_LANE int(gl_SubgroupInvocationID)
#define TN_LANES int(gl_SubgroupSize)
#define TN_SUBGROUP int(gl_SubgroupID)
#define TN_BARRIER() barrier()
#define TN_MAX_THREADS 256

tn_address tn_row(tn_address data, tn_layout t, tn_i32 i1, tn_i32 i2, tn_i32 i3) {
  return data + tn_address(i1 * t.stride[1] + i2 * t.stride[2] + i3 * t.stride[3]);
}

/// Rows of a smaller tensor are repeated.
tn_address tn_repeated_row(tn_address data, tn_layout t, tn_i32 i1, tn_i32 i2, tn_i32 i3) {
  return tn_row(data, t, i1 % t.shape[1], i2 % t.shape[2], i3 % t.shape[3]);
}

/// The row of this group.
tn_address tn_own_row(tn_address data, tn_layout t) {
  return tn_row(data, t, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);
}
