#include "timeline.hpp"

#include <algorithm>

#include "events.hpp"
#include "file.hpp"
#include "pack.hpp"
#include "recognise.hpp"
#include "text.hpp"

namespace buildprof {

namespace {

std::string readable(std::string_view bytes, bool plain) {
  bool replaced = false;
  return plain ? std::string(bytes) : decode({bytes, false}, replaced);
}

void pack_process(Pack& pack, const Document& document, const Process& process,
                  std::int64_t shortest) {
  const auto keep = [&](const Span& span) { return span.dur() >= shortest; };
  const auto& spans = process.spans;
  pack.array(static_cast<std::size_t>(std::count_if(spans.begin(), spans.end(), keep)));
  for (const Span& span : spans) {
    if (!keep(span)) {
      continue;
    }
    pack.array(5);
    pack.text(document.names[span.name]);
    pack.text(readable(span.detail, span.plain));
    pack.number(span.ts);
    pack.number(span.dur());
    pack.number(span.thread);
  }
}

// Whether the file is a whole trace.
bool read(const std::string& path, Bytes& bytes, Document& document) {
  TraceFile file;
  try {
    if (!bytes.load(path, file)) {
      return false;
    }
    read_events(bytes.view(), document);
  } catch (const Malformed&) {
    return false;
  }
  return true;
}

}  // namespace

std::string pack_timeline(const std::string& path, std::int64_t shortest) {
  Bytes bytes;
  Document document;
  Pack pack;
  std::vector<Recognised> processes;
  if (read(path, bytes, document)) {
    processes = recognise(document);
  }
  pack.array(processes.size());
  for (const Recognised& one : processes) {
    pack_process(pack, document, one.process, shortest);
  }
  return pack.take();
}

}  // namespace buildprof
