// The grammar of N.txt: what is read, and what is refused where; the same for any number of cores.
#include "lab/linear_system_parser.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "base/decimal.h"
#include "base/fault.h"
#include "base/random.h"
#include "base/words.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

constexpr ParseShare serial{1, std::numeric_limits<std::size_t>::max()};

/// What the parser says to a text: the error, or "" when it takes it. The same for every share.
std::string answer(const std::string& text) {
  const auto with = [&](ParseShare share) -> std::string {
    // An exact allocation, so that a sanitizer sees a read beyond it.
    const std::vector<char> exact(text.begin(), text.end());
    try {
      parse_linear_system({exact.data(), exact.size()}, "t", share);
      return "";
    } catch (const GraderError& error) {
      CHECK_FALSE(error.advice().empty());
      return error.what();
    }
  };
  const std::string expected = with(serial);
  CHECK(with({1, 1}) == expected);
  CHECK(with({3, 1}) == expected);
  CHECK(with({4, 5}) == expected);
  return expected;
}

LinearSystem parse(const std::string& text) { return parse_linear_system(text, "t"); }

const LinearSystem two_by_two{2, 10, {4, 1, 2, 5}, {3, 7}};

}  // namespace

TEST_CASE("An N.txt file in its plainest form is read", "[linear_system]") {
  CHECK(parse("2\n10\n4 1\n2 5\nsolution\n3 7\n") == two_by_two);
}

TEST_CASE("Line breaks, blanks and a byte order mark are free", "[linear_system]") {
  CHECK(parse("2 10 4 1 2 5 solution 3 7") == two_by_two);
  CHECK(parse("2\r\n10\r\n4 1\r\n2 5\r\nsolution\r\n3\r\n7\r\n") == two_by_two);
  CHECK(parse("2\r10\r4 1\r2 5\rsolution\r3 7\r") == two_by_two);
  CHECK(parse("\xef\xbb\xbf"
              "2 10 4 1 2 5 solution 3 7") == two_by_two);
  CHECK(parse("\n\n \t2\v10\f4\n\n1\n2\n5\nsolution 3 \n\n 7  \t\r\n\n") == two_by_two);
}

TEST_CASE("Every decimal number is an entry", "[linear_system]") {
  const auto entry = [](const std::string& word) {
    return parse("1 0 " + word + " solution 1").A.at(0);
  };
  CHECK(entry("+5") == 5);
  CHECK(entry("-5") == -5);
  CHECK(entry("007") == 7);
  CHECK(entry("2.5") == 2.5);
  CHECK(entry(".5") == 0.5);
  CHECK(entry("5.") == 5);
  CHECK(entry("+.5e1") == 5);
  CHECK(entry("1e3") == 1000);
  CHECK(entry("1E+3") == 1000);
  CHECK(entry("-12.5e-1") == -1.25);
  CHECK(entry("0.1") == 0.1);
  CHECK(entry("123456789012345") == 123456789012345.0);
  CHECK(entry("9007199254740993") == 9007199254740992.0);  // 2⁵³ + 1: a tie, to even
  CHECK(entry("18446744073709551617") == 18446744073709551616.0);
  CHECK(entry("1.7976931348623157e308") == std::numeric_limits<double>::max());
  CHECK(entry("5e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(entry("1e-400") == 0);
  CHECK(std::signbit(entry("-0")));
  CHECK(entry("1" + std::string(400, '0') + "e-400") == 1);
}

TEST_CASE("The first mistake is reported with line and column", "[linear_system]") {
  // n and the number of iterations
  const std::string n = ", expected n, the number of unknowns: a whole number from 1 to 2147483647";
  CHECK(answer("") == "t:1:1: found the end of the file" + n);
  CHECK(answer("\xef\xbb\xbf") == "t:1:1: found the end of the file" + n);
  CHECK(answer(" \n ") == "t:2:2: found the end of the file" + n);
  for (const std::string word : {"0", "-2", "2.0", "2,", "x", "nan", "2147483648",
                                 "99999999999999999999999", "solution", "0x2"}) {
    CHECK(answer("\n  " + word + " 10 4 1 2 5 solution 3 7") == "t:2:3: found '" + word + "'" + n);
  }
  const std::string iterations =
      ", expected the number of iterations: a whole number from 0 to 2147483647";
  CHECK(answer("2") == "t:1:2: found the end of the file" + iterations);
  CHECK(answer("2\n-1 4 1 2 5 solution 3 7") == "t:2:1: found '-1'" + iterations);
  CHECK(answer("2\n1e3 4 1 2 5 solution 3 7") == "t:2:1: found '1e3'" + iterations);

  // entries
  const std::string third = ", expected a finite decimal number: entry 3 of 4, row 2, column 1";
  for (const std::string word :
       {"x",        "nan",      "NaN",   "-nan",   "nan(1)", "inf",      "-inf",     "+inf",
        "infinity", "INFINITY", "1e309", "-1e999", "+",      "-",        ".",        "e5",
        "1e",       "1e+",      "++1",   "+-1",    "-+1",    "--1",      "1,5",      "1.2.3",
        "12a",      "0x10",     "1d5",   "1_000",  "4;",     "Solution", "solutions"}) {
    CHECK(answer("2 10\n4 1\n " + word + " 5\nsolution 3 7") ==
          "t:3:2: found '" + word + "'" + third);
  }
  const std::string huge = "1" + std::string(309, '0');
  CHECK(answer("2 10\n4 1\n" + huge + " 5\nsolution 3 7") ==
        "t:3:1: found '" + huge.substr(0, 32) + "...'" + third);
  CHECK(answer("2 10\n4 1\nsolution\n3 7") ==
        "t:3:1: found 'solution'" + third + "; the file is too short for n = 2");
  CHECK(answer("2 10\n4 1\n") ==
        "t:3:1: found the end of the file" + third + "; the file is too short for n = 2");

  // the word
  const std::string word = ", expected the word 'solution' after the 2x2 entries";
  CHECK(answer("2 10\n4 1\n2 5\n3 7") == "t:4:1: found '3'" + word);
  CHECK(answer("2 10\n4 1\n2 5 6\nsolution\n3 7") == "t:3:5: found '6'" + word);
  CHECK(answer("2 10\n4 1\n2 5\nSOLUTION\n3 7") == "t:4:1: found 'SOLUTION'" + word);
  CHECK(answer("2 10\n4 1\n2 5\nsolution:\n3 7") == "t:4:1: found 'solution:'" + word);
  CHECK(answer("2 10\n4 1\n2 5\n") == "t:4:1: found the end of the file" + word);

  // b and what follows
  const std::string second_of_b = ", expected a finite decimal number: number 2 of the 2 of b";
  CHECK(answer("2 10\n4 1\n2 5\nsolution\n3") == "t:5:2: found the end of the file" + second_of_b);
  CHECK(answer("2 10\n4 1\n2 5\nsolution\n3 inf") == "t:5:3: found 'inf'" + second_of_b);
  const std::string nothing = ", expected the end of the file after the 2 numbers of b";
  CHECK(answer("2 10\n4 1\n2 5\nsolution\n3 7 9") == "t:5:5: found '9'" + nothing);
  CHECK(answer("2 10\n4 1\n2 5\nsolution\n3 7\nsolution") == "t:6:1: found 'solution'" + nothing);
  CHECK(answer("2 10 4 1 2 5 solution 3 7\n" + std::string(1, '\0')) ==
        "t:2:1: found '\\x00'" + nothing);
}

TEST_CASE("The first of several mistakes is reported", "[linear_system]") {
  CHECK(answer("2 10\n4 x\ny 5\nword 3 z 9 9").starts_with("t:2:3: found 'x'"));
  CHECK(answer("2 10\r\n4 1\r\n2 5\r\nword\r\n3 z").starts_with("t:4:1: found 'word'"));
  CHECK(answer("2 10\r4 1\r2 y\rsolution\r3 z 8 8").starts_with("t:3:3: found 'y'"));
}

TEST_CASE("Bytes that cannot be printed are escaped", "[linear_system]") {
  CHECK(answer(std::string("\x7f"
                           "ELF\x02\x01\x01\0\0",
                           9))
            .starts_with("t:1:1: found '\\x7fELF\\x02\\x01\\x01\\x00\\x00', expected n"));
  CHECK(answer(std::string("\xff\xfe"
                           "2\0",
                           4))
            .starts_with("t:1:1: found '\\xff\\xfe2\\x00'"));
  CHECK(answer("1 1 \xe2\x88\x92"
               "5 solution 1")
            .starts_with("t:1:5: found '\\xe2\\x88\\x925'"));
}

TEST_CASE("An absurd n takes no memory", "[linear_system]") {
  CHECK(answer("2147483647 1 1 2 solution 3 4") ==
        "t:1:18: found 'solution', expected a finite decimal number: entry 3 of "
        "4611686014132420609, row 1, column 3; the file is too short for n = 2147483647");
  CHECK(answer("100000\n1\n1 2") ==
        "t:3:4: found the end of the file, expected a finite decimal number: entry 3 of "
        "10000000000, row 1, column 3; the file is too short for n = 100000");
}

TEST_CASE("Parallel and serial parsing agree", "[linear_system]") {
  const LinearSystem expected = make_linear_system(700, 1, 9);
  std::string text = "700\n1";
  for (const double v : expected.A) text += "\n" + std::to_string(static_cast<int>(v));
  text += " solution";
  for (const double v : expected.b) text += "\n" + std::to_string(static_cast<int>(v));
  REQUIRE(text.size() > 1800000);  // several chunks
  CHECK(parse_linear_system(text, "t", serial) == expected);
  CHECK(parse_linear_system(text, "t", {4, 1u << 16}) == expected);
  CHECK(parse_linear_system(text, "t") == expected);

  // Two mistakes, far apart: all shares name the first.
  text[text.find('\n', text.size() / 2) + 1] = 'x';
  text[text.size() - 1] = 'y';
  const auto error = [&](ParseShare share) -> std::string {
    try {
      parse_linear_system(text, "t", share);
    } catch (const GraderError& refused) {
      return refused.what();
    }
    return "";
  };
  CHECK(error(serial).find(": found 'x") != std::string::npos);
  CHECK(error({4, 1u << 16}) == error(serial));
  CHECK(error({}) == error(serial));
}

TEST_CASE("Words are separated by C's whitespace, in any bytes", "[words]") {
  Random random(5);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<char> text(static_cast<std::size_t>(random.integer(0, 300)));
    const std::string blanks = " \t\n\v\f\r";
    for (char& c : text) {
      const auto choice = random.integer(0, 511);
      c = choice < 256 ? static_cast<char>(choice)
                       : blanks[static_cast<std::size_t>(choice) % blanks.size()];
    }
    const char* const end = text.data() + text.size();
    std::vector<std::string> expected(1);
    for (const char c : text) {
      if (blanks.find(c) == std::string::npos) {
        expected.back() += c;
      } else if (!expected.back().empty()) {
        expected.emplace_back();
      }
    }
    if (expected.back().empty()) expected.pop_back();
    std::vector<std::string> found;
    for_each_word(text.data(), end, [&](const char* begin, const char* stop) {
      found.emplace_back(begin, stop);
      return true;
    });
    CHECK(found == expected);
    CHECK(count_words(text.data(), end) == expected.size());
  }
}

TEST_CASE("Short integers are parsed like other numbers", "[decimal]") {
  Random random(6);
  const std::string characters = "0123456789012345678901234567890123456789+-./:e";
  for (int trial = 0; trial < 20000; ++trial) {
    const std::string before(static_cast<std::size_t>(random.integer(0, 9)), '7');
    std::string word;
    for (auto length = random.integer(1, 10); length > 0; --length) {
      const auto largest = static_cast<std::int64_t>(characters.size()) - 1;
      word += characters[static_cast<std::size_t>(random.integer(0, largest))];
    }
    const std::string text = before + word;
    const std::string_view in_text = std::string_view(text).substr(before.size());
    double fast = 0;
    double plain = 0;
    INFO(text);
    REQUIRE(read_decimal_in(text.data(), in_text, fast) == read_decimal(word, plain));
    if (read_decimal(word, plain)) REQUIRE(fast == plain);
  }
}

TEST_CASE("Damaged files never crash the parser", "[linear_system]") {
  const std::string whole = "3\n10\n7 1 2.5\n-1 8e0 3\n0 +1 9\nsolution\n1 2 3\n";
  const std::string pieces[] = {" ",
                                "\n",
                                "\r",
                                "\r\n",
                                "\t",
                                "solution",
                                "nan",
                                "1e999",
                                "-",
                                "9",
                                "99999999999999999999",
                                ".",
                                "e",
                                "\xff",
                                std::string(1, '\0')};
  Random random(2024);
  const auto upto = [&](std::size_t largest) {
    return static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(largest)));
  };
  int accepted = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::string text = whole;
    for (std::size_t change = 0; change <= upto(3); ++change) {
      const std::size_t at = upto(text.size());
      switch (upto(3)) {
        case 0:
          text.resize(at);
          break;
        case 1:
          text.erase(at, upto(6));
          break;
        case 2:
          text.insert(at, pieces[upto(std::size(pieces) - 1)]);
          break;
        default:
          if (at < text.size()) text[at] = static_cast<char>(upto(255));
      }
    }
    INFO(text);
    accepted += answer(text).empty();
  }
  CHECK(accepted > 100);
  CHECK(accepted < 2000);
}
