// Many units together, and what their tables are asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flat.hpp"
#include "session.hpp"

namespace buildprof {

// A unit that counts, by its file and its place in it, and what tables call it.
struct Chosen {
  std::uint32_t file = 0;
  std::uint32_t unit = 0;
  std::string label;
  std::string path;
};

// What a table should hold; a limit of 0 means all rows. `classic` asks for the rules of
// ClangBuildAnalyzer.
struct Wanted {
  std::size_t limit = 0;
  std::size_t chains = 0;
  std::size_t payers = 0;
  bool classic = false;
};

class Tables {
 public:
  Tables(Session& session, std::vector<Chosen> chosen)
      : session_(session), chosen_(std::move(chosen)) {}

  [[nodiscard]] const std::vector<Chosen>& chosen() const { return chosen_; }
  [[nodiscard]] const Unit& unit(const Chosen& one) const {
    return session_.files()[one.file].units[one.unit];
  }
  [[nodiscard]] std::string_view text(StringId id) const { return session_.strings().text(id); }
  [[nodiscard]] Interner& strings() const { return session_.strings(); }

  // Names of functions in one of the two ways of mangling, one a line. `readable` takes as many
  // lines in the same order; it leaves all names as they are where there are more or fewer.
  std::string mangled(bool microsoft);
  void readable(std::string_view lines);
  [[nodiscard]] StringId readable(StringId name) {
    const StringId found = readable_.size() == 0 ? kNoString : readable_.at(name);
    return found == kNoString ? name : found;
  }

 private:
  Session& session_;
  std::vector<Chosen> chosen_;
  std::vector<StringId> mangled_;
  Flat<StringId> readable_;
};

}  // namespace buildprof
