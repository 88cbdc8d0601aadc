// Headers over many units: their time, the chains that reach them, and which units pay.
#include <numeric>

#include "merge.hpp"
#include "names.hpp"
#include "order.hpp"
#include "pack.hpp"

namespace buildprof {

namespace {

// A chain of includes, merged over units. `parent` is an index, or -1 for a direct include.
struct Chain {
  StringId path = 0;
  std::int32_t parent = -1;
  std::uint32_t count = 0;
  std::int64_t inclusive = 0;
};

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
  Merger(const Tables& tables, const Wanted& wanted) : tables_(tables), wanted_(wanted) {}

  std::string run() {
    for (std::uint32_t index = 0; index < tables_.chosen().size(); ++index) {
      const Unit& unit = tables_.unit(tables_.chosen()[index]);
      add_rows(unit, index);
      add_chains(unit);
    }
    for (std::uint32_t i = 0; i < chains_.size(); ++i) {
      Header& header = headers_.at(chains_[i].path);
      header.chains.push_back(i);
      header.direct += chains_[i].parent < 0 ? chains_[i].count : 0;
    }
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

  // Parents come before their children, so one pass maps a unit's tree into the merged one.
  void add_chains(const Unit& unit) {
    place_.assign(unit.includes.size(), -1);
    for (std::size_t i = 0; i < unit.includes.size(); ++i) {
      const Include& node = unit.includes[i];
      if (!is_header(node.path)) {
        continue;
      }
      const std::int32_t parent = node.parent < 0 ? -1 : place_[static_cast<std::size_t>(node.parent)];
      const std::uint64_t key = (static_cast<std::uint64_t>(parent + 1) << 32U) | node.path;
      const std::uint32_t index = chains_.index(key);
      Chain& chain = chains_[index];
      chain.path = node.path;
      chain.parent = parent;
      chain.count += node.count;
      chain.inclusive += node.inclusive;
      place_[i] = static_cast<std::int32_t>(index);
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
    pack_chains(header);
    pack_payers(header);
  }

  void pack_chains(Header& header) {
    keep_first(header.chains, wanted_.chains, [&](std::uint32_t a, std::uint32_t b) {
      const Chain& x = chains_[a];
      const Chain& y = chains_[b];
      if (x.count != y.count) {
        return x.count > y.count;
      }
      return x.inclusive != y.inclusive ? x.inclusive > y.inclusive : via(x) < via(y);
    });
    out_.text("chains");
    out_.array(header.chains.size());
    for (const std::uint32_t index : header.chains) {
      const Chain& chain = chains_[index];
      out_.map(3);
      out_.field("count", chain.count);
      out_.field("inclusive_us", chain.inclusive);
      out_.text("via");
      const auto names = via(chain);
      out_.array(names.size());
      for (const std::string_view name : names) {
        out_.text(name);
      }
    }
  }

  // The files of a chain, outermost first.
  std::vector<std::string_view> via(const Chain& chain) {
    std::vector<std::string_view> names;
    for (std::int32_t at = chain.parent; at >= 0; at = chains_[static_cast<std::uint32_t>(at)].parent) {
      names.push_back(tables_.text(chains_[static_cast<std::uint32_t>(at)].path));
    }
    return {names.rbegin(), names.rend()};
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
  Flat<Chain> chains_;
  Flat<char> known_;
  std::vector<std::int32_t> place_;
  Pack out_;
};

}  // namespace

std::string pack_headers(const Tables& tables, const Wanted& wanted) {
  return Merger(tables, wanted).run();
}

}  // namespace buildprof
