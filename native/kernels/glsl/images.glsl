// Places in images (kernels/args/images.h). Comes behind TN_ARGS(tn_convolution_args).

tn_i64 tn_image_row(tn_images t, int image, int channel, int z, int y) {
  return image * t.image_stride + channel * t.channel_stride + z * t.stride[2] + y * t.stride[1];
}

/// The element of an image that an element of a kernel meets, in one direction.
int met(int direction, int place, int element) {
  return place * a.stride[direction] + element * a.dilation[direction] - a.padding[direction];
}

/// What element `k` of a kernel meets, from a place and a channel on; zeros outside of the image.
float met_value(int image, int channel, ivec3 place, int k) {
  const int rows = k / a.kernels.size[0];
  const int planes = rows / a.kernels.size[1];
  const ivec3 at = ivec3(met(0, place.x, k % a.kernels.size[0]),
                         met(1, place.y, rows % a.kernels.size[1]),
                         met(2, place.z, planes % a.kernels.size[2]));
  const ivec3 size = ivec3(a.x.size[0], a.x.size[1], a.x.size[2]);
  if (any(lessThan(at, ivec3(0))) || any(greaterThanEqual(at, size))) return 0.0f;
  const int own = channel + planes / a.kernels.size[2];
  return tn_floats(in0 + tn_image_row(a.x, image, own, at.z, at.y)).at[at.x];
}
