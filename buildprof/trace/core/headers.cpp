// Headers over many units: their time, the chains that reach them, and which units pay.
#include <utility>

#include "chains.hpp"
#include "merge.hpp"
#include "names.hpp"
#include "order.hpp"
#include "pack.hpp"

namespace buildprof {

namespace {

struct Payer {
  std::uint32_t unit = 0;
  std::uint32_t count = 0;
  std::int64_t total = 0;
};

struct Header {
  Row row;
  std::vector<std::uint32_t> chains;
  std::vector<Payer> payers;
  std::uint32_t direct = 0;  // includes by a source
};

// ClangBuildAnalyzer takes a file for a header where its ending starts with h or i, or is missing.
bool classic_header(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) {
    return true;
  }
  const char first = dot + 1 < name.size() ? static_cast<char>(name[dot + 1] | 0x20) : '\0';
  return first == 'h' || first == 'i';
}

class Merger {
 public:
  Merger(const Tables& tables, const Wanted& wanted)
      : tables_(tables), wanted_(wanted), chains_(tables) {}

  std::string run() {
    for (std::uint32_t index = 0; index < tables_.chosen().size(); ++index) {
      const Unit& unit = tables_.unit(tables_.chosen()[index]);
      add_rows(unit, index);
      chains_.add(unit.includes, [&](StringId path) { return is_header(path); });
    }
    sort_chains();
    return pack();
  }

 private:
  bool is_header(StringId path) {
    char& known = known_.at(path);
    if (known == 0) {
      const std::string_view text = tables_.text(path);
      known = (wanted_.classic ? classic_header(text) : !is_source(text)) ? 'y' : 'n';
    }
    return known == 'y';
  }

  void add_rows(const Unit& unit, std::uint32_t index) {
    for (const Row& row : unit.headers) {
      if (!is_header(row.name)) {
        continue;
      }
      Header& header = headers_.at(row.name);
      header.row.add(row);
      header.payers.push_back({index, row.count, row.total});
    }
  }

  // Each to the header that it reaches.
  void sort_chains() {
    std::uint32_t index = 0;
    for (const Chain& chain : chains_.all()) {
      Header& header = headers_.at(chain.path);
      header.chains.push_back(index++);
      header.direct += chain.parent < 0 ? chain.count : 0;
    }
  }

  [[nodiscard]] std::int64_t time(const Header& one) const {
    return wanted_.classic ? one.row.inclusive : one.row.total;
  }

  std::string pack() {
    std::vector<Header*> all;
    for (Header& header : headers_.values()) {
      all.push_back(&header);
    }
    keep_first(all, wanted_.limit, [&](const Header* a, const Header* b) {
      return time(*a) != time(*b) ? time(*a) > time(*b)
                                  : tables_.text(a->row.name) < tables_.text(b->row.name);
    });
    out_.array(all.size());
    for (Header* header : all) {
      pack(*header);
    }
    return out_.take();
  }

  void pack(Header& header) {
    out_.map(9);
    out_.field("path", tables_.text(header.row.name));
    out_.field("count", header.row.count);
    out_.field("total_us", header.row.total);
    out_.field("inclusive_us", header.row.inclusive);
    out_.field("self_us", header.row.self);
    out_.field("direct", header.direct);
    out_.field("chain_count", static_cast<std::int64_t>(header.chains.size()));
    out_.text("chains");
    chains_.pack(out_, std::move(header.chains), wanted_.chains);
    pack_payers(header);
  }

  void pack_payers(Header& header) {
    keep_first(header.payers, wanted_.payers, [](const Payer& a, const Payer& b) {
      return a.total != b.total ? a.total > b.total : a.unit < b.unit;
    });
    out_.text("payers");
    out_.array(header.payers.size());
    for (const Payer& payer : header.payers) {
      out_.map(3);
      out_.field("unit", tables_.chosen()[payer.unit].label);
      out_.field("count", payer.count);
      out_.field("inclusive_us", payer.total);
    }
  }

  const Tables& tables_;
  const Wanted& wanted_;
  Flat<Header> headers_;
  Chains chains_;
  Flat<char> known_;
  Pack out_;
};

}  // namespace

std::string pack_headers(const Tables& tables, const Wanted& wanted) {
  return Merger(tables, wanted).run();
}

}  // namespace buildprof
