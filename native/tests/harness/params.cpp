#include "tests/harness/params.h"

namespace tern::harness {

std::string to_text(const Params& params) {
  std::string text;
  for (const Param& param : params) {
    text += concat(text.empty() ? "" : ",", param.name, "=", param.text);
  }
  return text;
}

std::string to_json(const Params& params) {
  std::string json;
  for (const Param& param : params) {
    const std::string value = param.is_number ? param.text : json_text(param.text);
    json += concat(json.empty() ? "" : ", ", json_text(param.name), ": ", value);
  }
  return concat("{", json, "}");
}

std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    json += c;
  }
  return json + '"';
}

}  // namespace tern::harness
