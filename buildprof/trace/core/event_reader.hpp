// Reads one event of a trace.
#pragma once

#include <string_view>

#include "document.hpp"
#include "scanner.hpp"

namespace buildprof {

// The fields of one event, before they are known to make one.
struct EventFields {
  Event event;
  RawString name;
  RawString label;  // args.name, which names a process
  std::string_view pid;
  std::string_view tid;
  bool named = false;
  bool wrong_time = false;  // a ts or dur that is no number
};

class EventReader {
 public:
  // Both must outlive this; the document is told of arguments of a wrong type.
  EventReader(Scanner& scanner, Document& document) : in_(scanner), out_(document) {}

  // Consumes an object; the fields that it lacks stay as they are.
  void read(EventFields& to);

 private:
  void field(EventFields& to);
  std::string_view number_of(std::string_view& last);
  bool time(std::int64_t& value, EventFields& to);
  void name(EventFields& to);
  void args(EventFields& to);
  void argument(std::string_view key, EventFields& to);
  void detail(Event& to);
  void count(Event& to);

  Scanner& in_;
  Document& out_;
  std::string_view last_pid_;
  std::string_view last_tid_;
};

}  // namespace buildprof
