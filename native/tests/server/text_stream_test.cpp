#include "server/text_stream.h"

#include "server/utf8.h"
#include "tests/support/check.h"

namespace tern {
namespace server_text_stream_test {

using server::TextStream;

void gives_whole_characters() {
  TextStream stream({});
  CHECK_EQUAL(stream.push("a\xf0\x9f"), "a");
  CHECK_EQUAL(stream.push("\x98"), "");
  CHECK_EQUAL(stream.push("\x80"
                          "b"),
              "\xf0\x9f\x98\x80"
              "b");
  CHECK_EQUAL(stream.push("\xc3"), "");
  CHECK_EQUAL(stream.finish(), "\xef\xbf\xbd");
  CHECK_EQUAL(stream.finish(), "");
}

void replaces_what_is_no_character() {
  TextStream stream({});
  CHECK_EQUAL(stream.push("\x80"
                          "a\xff"
                          "b\xc0"),
              "\xef\xbf\xbd"
              "a\xef\xbf\xbd"
              "b\xef\xbf\xbd");
  CHECK_EQUAL(server::unfinished_utf8("a\xe2\x82"), 2u);
  CHECK_EQUAL(server::unfinished_utf8("\xe2\x82\xac"), 0u);
}

void stops_at_a_stop_text() {
  TextStream stream({"END", "\nuser:"});
  CHECK_EQUAL(stream.push("one E"), "one ");
  CHECK_EQUAL(stream.push("N"), "");
  CHECK_EQUAL(stream.push("d\nus"), "ENd");
  CHECK_EQUAL(stream.push("er: two END"), "");
  CHECK(stream.stopped());
  CHECK_EQUAL(stream.push("more"), "");
  CHECK_EQUAL(stream.finish(), "");
}

void gives_out_what_was_no_stop_text() {
  TextStream stream({"aab"});
  CHECK_EQUAL(stream.push("aa"), "");
  CHECK_EQUAL(stream.push("a"), "a");
  CHECK_EQUAL(stream.finish(), "aa");
  CHECK(!stream.stopped());
}

}  // namespace server_text_stream_test

void test_server_text_stream(TestTable& tests) {
  using namespace server_text_stream_test;
  tests.add("server_text_stream", "gives whole characters", gives_whole_characters);
  tests.add("server_text_stream", "replaces what is no character", replaces_what_is_no_character);
  tests.add("server_text_stream", "stops at a stop text", stops_at_a_stop_text);
  tests.add("server_text_stream", "gives out what was no stop text",
            gives_out_what_was_no_stop_text);
}

}  // namespace tern
