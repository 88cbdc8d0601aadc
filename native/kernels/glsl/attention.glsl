// Parts of tiles of flash attention: see kernels/args/flash_attention.h. Comes behind TN_ARGS.

/// Steps of one tile that a group makes.
struct Part {
  int tile;       // in all
  int first_row;  // among those of the head of keys
  int rows;
  int head;  // of keys
  int sequence;
  int begin, end;  // steps
  int slot;        // where its sums go if there are other parts
};

int share() { return a.q.shape[2] / a.k.shape[2]; }

tn_i64 all_steps() { return tn_i64(a.tiles) * a.k.shape[2] * a.k.shape[3] * a.steps; }

/// The first step of a group, counted through all tiles.
tn_i64 begin_of(tn_i64 group) { return all_steps() * group / a.groups; }

/// What a group does from `unit` on, in one tile.
Part part_of(tn_i64 group, tn_i64 unit) {
  const tn_i64 left = begin_of(group + 1) - unit;
  Part part;
  part.tile = int(unit / a.steps);
  part.begin = int(unit % a.steps);
  part.end = int(min(tn_i64(a.steps), part.begin + left));
  part.first_row = part.tile % a.tiles * a.rows;
  part.rows = min(a.rows, a.q.shape[1] * share() - part.first_row);
  part.head = part.tile / a.tiles % a.k.shape[2];
  part.sequence = part.tile / a.tiles / a.k.shape[2];
  part.slot = int(group * 2) + (part.tile == int(begin_of(group) / a.steps) ? 0 : 1);
  return part;
}

bool is_whole(Part part) { return part.begin == 0 && part.end == a.steps; }
int token_of(Part part, int row) { return (part.first_row + row) / share(); }
int head_of(Part part, int row) { return part.head * share() + (part.first_row + row) % share(); }

/// Sums of all rows of a part that is not whole, then the largest logit and the total of each row.
tn_address slot_in(tn_address parts, int slot) {
  return parts + 4 * tn_i64(slot) * a.rows * (a.v.shape[0] + 2);
}

tn_address result_of(tn_address y, Part part, int row) {
  return tn_row(y, a.y, head_of(part, row), token_of(part, row), part.sequence);
}

/// exp(x - base), where both may be -infinity.
float tn_power(float x, float base) { return x == -TN_INFINITY ? 0.0f : exp(x - base); }
