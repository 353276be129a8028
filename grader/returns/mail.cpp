#include "returns/mail.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string_view>

#include "base/regex.h"

namespace warpgrade {
namespace {

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= count ? digits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

/// Lines of 76 characters, as RFC 2045 limits them.
std::string base64_lines(std::string_view bytes) {
  const std::string all = base64(bytes);
  std::string lines;
  for (std::size_t i = 0; i < all.size(); i += 76) lines += all.substr(i, 76) + "\n";
  return lines;
}

/// Text in a header: encoded words (RFC 2047) of at most 75 characters unless it is plain ASCII.
std::string header_text(const std::string& text) {
  if (text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 '-") ==
      text.npos)
    return text;
  std::string words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(at + 42, text.size());
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    words += (words.empty() ? "=?UTF-8?B?" : "\n =?UTF-8?B?") +
             base64(std::string_view(text).substr(at, end - at)) + "?=";
    at = end;
  }
  return words;
}

std::string time_text(std::int64_t instant, const char* format) {
  const std::time_t time = instant;
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char text[64];
  std::strftime(text, sizeof text, format, &parts);
  return text;
}

std::smatch split_address(const std::string& text) {
  static const std::regex form(
      R"((?:([^<>\x00-\x1f]*?) ?<([^<>@\s]+@[^<>@\s]+)>)|([^<>@\s]+@[^<>@\s]+))");
  std::smatch match;
  regex_match(text, match, form);
  return match;
}

}  // namespace

bool is_mail_address(const std::string& text) { return !split_address(text).empty(); }

std::string mbox_message(const Mail& mail) {
  const std::smatch from = split_address(mail.from);
  const std::string address = from[2].matched ? from[2].str() : from[3].str();
  const auto named = [](const std::string& name, const std::string& where) {
    return name.empty() ? where : header_text(name) + " <" + where + ">";
  };
  const std::string boundary = "=_part";  // occurs in no base64
  std::string out = fmt::format(
      "From {} {}\nFrom: {}\nTo: {}\nSubject: {}\nDate: {}\nMIME-Version: 1.0\n"
      "Content-Type: multipart/mixed; boundary=\"{}\"\n\n",
      address, time_text(mail.sent, "%a %b %e %H:%M:%S %Y"), named(from[1].str(), address),
      named(mail.to_name, mail.to), header_text(mail.subject),
      time_text(mail.sent, "%a, %d %b %Y %H:%M:%S +0000"), boundary);
  out += fmt::format(
      "--{}\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{}",
      boundary, base64_lines(mail.text));
  for (const auto& [name, page] : mail.pages)
    out += fmt::format(
        "--{}\nContent-Type: text/{}; charset=utf-8\nContent-Disposition: attachment; "
        "filename=\"{}\"\nContent-Transfer-Encoding: base64\n\n{}",
        boundary, name.ends_with(".txt") ? "plain" : "html", name, base64_lines(page));
  return out + "--" + boundary + "--\n\n";
}

}  // namespace warpgrade
