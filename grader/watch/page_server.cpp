#include "watch/page_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>

#include "base/fault.h"

namespace warpgrade::watch {
namespace {

constexpr std::size_t most_clients = 32, most_request = 16 << 10;
constexpr std::chrono::seconds patience{10};

std::string drawn_key() {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes))
    throw GraderError("no random numbers for the page's address");
  std::string key;
  for (const unsigned char byte : bytes) key += fmt::format("{:02x}", byte);
  return key;
}

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return std::tolower(static_cast<unsigned char>(x)) ==
                  std::tolower(static_cast<unsigned char>(y));
         });
}

/// The value of a header; "" if it is missing or occurs more than once.
std::string_view header(std::string_view request, std::string_view name) {
  std::string_view found;
  int count = 0;
  for (std::size_t at = request.find("\r\n"); at != request.npos;) {
    const std::size_t begin = at + 2, end = request.find("\r\n", begin);
    if (end == request.npos || end == begin) break;
    const std::string_view line = request.substr(begin, end - begin);
    const std::size_t colon = line.find(':');
    if (colon != line.npos && same_word(line.substr(0, colon), name)) {
      found = line.substr(colon + 1);
      while (!found.empty() && found.front() == ' ') found.remove_prefix(1);
      while (!found.empty() && found.back() == ' ') found.remove_suffix(1);
      ++count;
    }
    at = end;
  }
  return count == 1 ? found : std::string_view();
}

std::string head(std::string_view status, std::string_view type) {
  return fmt::format(
      "HTTP/1.1 {}\r\nContent-Type: {}\r\nCache-Control: no-store\r\nConnection: close\r\n"
      "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\n",
      status, type);
}

std::string whole(std::string_view status, std::string_view type, std::string_view body) {
  return fmt::format("{}Content-Length: {}\r\n\r\n{}", head(status, type), body.size(), body);
}

std::string event(std::string_view name, std::string_view data) {
  std::string line(data);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return fmt::format("event: {}\ndata: {}\n\n", name, line);
}

}  // namespace

PageServer::PageServer(int port)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)), key_(drawn_key()) {
  const int yes = 1;
  if (socket_) ::setsockopt(socket_.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (!socket_ || ::bind(socket_.get(), generic, size) != 0 || ::listen(socket_.get(), 16) != 0 ||
      ::getsockname(socket_.get(), generic, &size) != 0)
    throw UsageError(
        fmt::format("the page cannot be served at 127.0.0.1:{}: {}", port, std::strerror(errno)),
        "Give another --port, 0 for any that is free, or --no-page.");
  port_ = ntohs(address.sin_port);
}

std::string PageServer::url() const { return fmt::format("http://127.0.0.1:{}/{}/", port_, key_); }

void PageServer::show(std::string page) {
  page_ = std::move(page);
  ++number_;
  for (Client& client : clients_)
    if (client.listens) client.answer += event("page", std::to_string(number_)), write(client);
}

void PageServer::set_status(const std::string& what) {
  if (what == doing_) return;
  doing_ = what;
  for (Client& client : clients_)
    if (client.listens) client.answer += event("doing", doing_), write(client);
}

std::vector<pollfd> PageServer::wanted() const {
  std::vector<pollfd> all = {{socket_.get(), POLLIN, 0}};
  for (const Client& client : clients_)
    all.push_back({client.connection.get(),
                   static_cast<short>(POLLIN | (client.answer.empty() ? 0 : POLLOUT)), 0});
  return all;
}

void PageServer::serve(const std::vector<pollfd>& ready) {
  for (Client& client : clients_) {
    const auto at = std::find_if(ready.begin(), ready.end(), [&](const pollfd& each) {
      return each.fd == client.connection.get();
    });
    if (at == ready.end() || at->revents == 0) continue;
    if (at->revents & (POLLIN | POLLHUP | POLLERR)) read(client);
    if (client.connection && (at->revents & POLLOUT)) write(client);
  }
  const auto now = Clock::now();
  std::erase_if(clients_, [&](const Client& client) {
    return !client.connection || (!client.listens && now - client.since > patience);
  });
  if (!ready.empty() && ready.front().fd == socket_.get() && ready.front().revents != 0)
    accept_all();
}

void PageServer::accept_all() {
  for (;;) {
    Descriptor connection(::accept4(socket_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!connection) return;
    // Close the oldest connection: it may be a page in a forgotten window.
    if (clients_.size() >= most_clients) {
      const auto idle = std::find_if(clients_.begin(), clients_.end(),
                                     [](const Client& client) { return !client.listens; });
      clients_.erase(idle == clients_.end() ? clients_.begin() : idle);
    }
    clients_.emplace_back();
    clients_.back().connection = std::move(connection);
    read(clients_.back());
  }
}

void PageServer::read(Client& client) {
  char buffer[4096];
  for (;;) {
    const ssize_t got = ::recv(client.connection.get(), buffer, sizeof buffer, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (got <= 0) return client.connection.reset();
    if (client.answered) continue;  // ignore further data
    client.request.append(buffer, static_cast<std::size_t>(got));
    if (client.request.size() > most_request) return client.connection.reset();
  }
  if (client.answered || client.request.find("\r\n\r\n") == std::string::npos) return;
  client.answered = true;
  answer(client);
  write(client);
}

void PageServer::answer(Client& client) {
  const std::string_view request = client.request;
  const std::string_view line = request.substr(0, request.find("\r\n"));
  const std::size_t first = line.find(' '), second = line.find(' ', first + 1);
  const std::string_view method = line.substr(0, first);
  std::string_view target =
      second == line.npos ? std::string_view() : line.substr(first + 1, second - first - 1);
  const std::string_view host = header(request, "host");
  const std::string at_port = ":" + std::to_string(port_);
  if (host != "127.0.0.1" + at_port && host != "localhost" + at_port) {
    client.answer = whole("421 Misdirected Request", "text/plain",
                          "This is for a browser on the same machine, by the address that "
                          "`warpgrade watch` shows.\n");
    return;
  }
  const std::string root = "/" + key_ + "/";
  const std::string_view path = target.substr(0, target.find('?'));
  if (method != "GET" && method != "HEAD") {
    client.answer = whole("405 Method Not Allowed", "text/plain", "Only GET.\n");
  } else if (path == root) {
    client.answer = whole("200 OK", "text/html; charset=utf-8", page_);
    if (method == "HEAD") client.answer.resize(client.answer.find("\r\n\r\n") + 4);
  } else if (path == root + "events") {
    client.listens = true;
    client.answer = head("200 OK", "text/event-stream") + "\r\nretry: 1000\n\n";
    long known = -1;
    const std::size_t query = target.find("?after=");
    if (query != target.npos)
      std::from_chars(target.data() + query + 7, target.data() + target.size(), known);
    client.answer += event("doing", doing_);
    if (known != number_) client.answer += event("page", std::to_string(number_));
  } else {
    client.answer = whole("404 Not Found", "text/plain",
                          "There is nothing here. The address that `warpgrade watch` shows has a "
                          "key in it, which is another one each time.\n");
  }
}

void PageServer::write(Client& client) {
  while (!client.answer.empty()) {
    const ssize_t sent =
        ::send(client.connection.get(), client.answer.data(), client.answer.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (sent <= 0) return client.connection.reset();
    client.answer.erase(0, static_cast<std::size_t>(sent));
  }
  if (client.answered && !client.listens) client.connection.reset();
}

std::string page_script(long number) {
  return fmt::format(R"js(
"use strict";
(() => {{
  const live = document.getElementById("live");
  const events = new EventSource("events?after={}");
  events.addEventListener("page", (event) => {{
    if (Number(event.data) !== {}) location.reload();
  }});
  events.addEventListener("doing", (event) => {{ live.textContent = event.data; }});
  events.onerror = () => {{ live.textContent = "warpgrade watch has ended; this is its last result"; }};
}})();
)js",
                     number, number);
}

}  // namespace warpgrade::watch
