// An element of so many bytes from one place to another.
void tn_move(uint bytes, tn_address from, tn_address to) {
  if (bytes == 1) tn_bytes(to).at[0] = tn_bytes(from).at[0];
  if (bytes == 2) tn_halves(to).at[0] = tn_halves(from).at[0];
  if (bytes == 4) tn_words(to).at[0] = tn_words(from).at[0];
}
