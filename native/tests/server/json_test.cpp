#include "server/json.h"

#include <limits>

#include "tests/support/check.h"

namespace tern {
namespace server_json_test {

using server::Json;
using server::JsonError;
using server::parse_json;

void gives_back_what_it_read() {
  for (const char* text :
       {"null", "true", "[]", "{}", "-12", "9223372036854775807", "0.5", "1e+100",
        R"({"b":[1,{"a":"x"}],"a":null})", R"("\"\\\b\f\n\r\t\u0001\u007f/ü")"})
    CHECK_EQUAL(parse_json(text).dump(), text);
  CHECK_EQUAL(parse_json(" [ 1 , 2 ]\n").dump(), "[1,2]");
  CHECK_EQUAL(parse_json(R"("\u00e9\ud83d\ude00\/")").dump(), "\"\xc3\xa9\xf0\x9f\x98\x80/\"");
  CHECK_EQUAL(parse_json("18446744073709551616").number(), 18446744073709551616.0);
  CHECK(parse_json("1.0").integer() == nullptr);
  CHECK_EQUAL(*parse_json("-0").integer(), 0);
}

void finds_members() {
  const Json json = parse_json(R"({"a":1,"b":null})");
  CHECK_EQUAL(*json.find("a")->integer(), 1);
  CHECK(json.find("b") == nullptr);
  CHECK(json.find("c") == nullptr);
  CHECK(parse_json("[]").find("a") == nullptr);
}

void writes_what_no_json_can_hold() {
  CHECK_EQUAL(Json(std::numeric_limits<double>::infinity()).dump(), "null");
  CHECK_EQUAL(Json("a\xff\xc3(").dump(), "\"a\xef\xbf\xbd\xef\xbf\xbd(\"");
}

void says_where_a_text_is_wrong() {
  CHECK_THROWS(JsonError, "byte 0: expected a value", parse_json(""));
  CHECK_THROWS(JsonError, "byte 3: expected ']'", parse_json("[1 2]"));
  CHECK_THROWS(JsonError, "byte 2: expected the end", parse_json("{}x"));
  CHECK_THROWS(JsonError, "byte 1: expected the end", parse_json("01"));
  CHECK_THROWS(JsonError, "expected a value", parse_json("-"));
  CHECK_THROWS(JsonError, "expected a value", parse_json("1."));
  CHECK_THROWS(JsonError, "expected a value", parse_json("tru"));
  CHECK_THROWS(JsonError, "expected '\"'", parse_json("\"abc"));
  CHECK_THROWS(JsonError, "expected '\"'", parse_json("{a:1}"));
  CHECK_THROWS(JsonError, "expected an escape", parse_json(R"("\x")"));
  CHECK_THROWS(JsonError, "four hexadecimal digits", parse_json(R"("\u12")"));
  CHECK_THROWS(JsonError, "a pair of surrogates", parse_json(R"("\ud83dx")"));
  CHECK_THROWS(JsonError, "a pair of surrogates", parse_json(R"("\ude00")"));
  CHECK_THROWS(JsonError, "control characters to be escaped", parse_json("\"\n\""));
  CHECK_THROWS(JsonError, "expected UTF-8", parse_json("\"\xed\xa0\x80\""));
  CHECK_THROWS(JsonError, "does not have yet", parse_json(R"({"a":1,"a":2})"));
  CHECK_THROWS(JsonError, "a number that fits", parse_json("1e999"));
  const std::string deep(server::json_depth_limit, '[');
  CHECK_EQUAL(parse_json(deep + std::string(server::json_depth_limit, ']')).dump().size(), 128u);
  CHECK_THROWS(JsonError, "at most 64 levels", parse_json(deep + "[["));
}

}  // namespace server_json_test

void test_server_json(TestTable& tests) {
  using namespace server_json_test;
  tests.add("server_json", "gives back what it read", gives_back_what_it_read);
  tests.add("server_json", "finds members", finds_members);
  tests.add("server_json", "writes what no JSON can hold", writes_what_no_json_can_hold);
  tests.add("server_json", "says where a text is wrong", says_where_a_text_is_wrong);
}

}  // namespace tern
