// A message with reports as attachments, and the mailbox format mbox (RFC 4155).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade {

struct Mail {
  std::string from;         // "GPU course <gpu@uni.example>"
  std::string to_name, to;  // the name may be ""
  std::string subject, text;
  std::vector<std::pair<std::string, std::string>> pages;  // .html and .txt files, and contents
  std::int64_t sent = 0;                                   // seconds since 1970
};

/// True for one address, with or without a name: no line breaks, one @.
bool is_mail_address(const std::string& text);

/// One message of an mbox file. Bodies are in base64, so that no line begins with "From ".
std::string mbox_message(const Mail& mail);

}  // namespace warpgrade
