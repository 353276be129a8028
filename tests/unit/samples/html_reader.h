// Reads the pages that we write, strictly: what is not well formed is an error. Browsers forgive,
// so a browser is no test of that.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::samples {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;                 // of it and what is in it
  std::vector<std::size_t> inside;  // the elements that it is in, outermost first

  bool has_class(const std::string& one) const {
    const auto found = attributes.find("class");
    return found != attributes.end() &&
           (" " + found->second + " ").find(" " + one + " ") != std::string::npos;
  }
};

inline std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '<') throw std::runtime_error("a < in a text");
    if (text[at] != '&') {
      out += text[at];
      continue;
    }
    const std::size_t end = text.find(';', at);
    const std::string_view entity = text.substr(at + 1, end - at - 1);
    const std::map<std::string_view, char> known = {
        {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"#34", '"'}, {"#39", '\''}};
    if (end == std::string_view::npos || known.count(entity) == 0)
      throw std::runtime_error("an & that begins no entity");
    out += known.at(entity);
    at = end;
  }
  return out;
}

class Reader {
 public:
  explicit Reader(std::string_view page) : page_(page) {
    constexpr std::string_view doctype = "<!DOCTYPE html>";
    if (page_.substr(0, doctype.size()) != doctype) throw std::runtime_error("no doctype");
    at_ = doctype.size();
    while (at_ < page_.size()) {
      const std::size_t tag = std::min(page_.find('<', at_), page_.size());
      text_ += decoded(page_.substr(at_, tag - at_));
      at_ = tag;
      if (at_ < page_.size()) read_tag();
    }
    if (!open_.empty()) throw std::runtime_error("not closed: " + elements[open_.back()].name);
  }

  std::vector<Element> elements;

  std::vector<const Element*> with_class(const std::string& name) const {
    std::vector<const Element*> found;
    for (const Element& element : elements)
      if (element.has_class(name)) found.push_back(&element);
    return found;
  }
  std::set<std::string> names() const {
    std::set<std::string> all;
    for (const Element& element : elements) all.insert(element.name);
    return all;
  }
  const Element* by_id(const std::string& id) const {
    for (const Element& element : elements) {
      const auto found = element.attributes.find("id");
      if (found != element.attributes.end() && found->second == id) return &element;
    }
    return nullptr;
  }
  /// Where an element, given by its id, links to.
  std::set<std::string> links_in(const std::string& id) const {
    std::set<std::string> links;
    for (const Element& element : elements)
      for (const std::size_t parent : element.inside) {
        const auto found = elements[parent].attributes.find("id");
        if (element.name == "a" && found != elements[parent].attributes.end() &&
            found->second == id)
          links.insert(element.attributes.at("href"));
      }
    return links;
  }

 private:
  void read_tag() {
    const bool closes = page_.substr(at_, 2) == "</";
    at_ += closes ? 2 : 1;
    const std::string name = word();
    if (name.empty()) throw std::runtime_error("a < that begins no tag");
    if (closes) {
      if (page_[at_] != '>' || open_.empty() || elements[open_.back()].name != name)
        throw std::runtime_error("</" + name + "> closes nothing");
      elements[open_.back()].text = text_.substr(begins_.back());
      open_.pop_back();
      begins_.pop_back();
      ++at_;
      return;
    }
    Element element;
    element.name = name;
    element.inside = open_;
    while (page_.at(at_) == ' ') read_attribute(element);
    const bool self_closed = page_.at(at_) == '/';
    if (self_closed) ++at_;
    if (page_.at(at_++) != '>') throw std::runtime_error("<" + name + " has no >");
    elements.push_back(std::move(element));
    static const std::set<std::string> empty = {"meta", "input"};
    if (self_closed || empty.count(name) > 0) return;
    open_.push_back(elements.size() - 1);
    begins_.push_back(text_.size());
    if (name != "script" && name != "style") return;
    const std::size_t end = page_.find("</", at_);  // its text is no markup
    text_ += page_.substr(at_, end - at_);
    at_ = end;
  }

  void read_attribute(Element& element) {
    ++at_;
    const std::string name = word();
    if (name.empty()) throw std::runtime_error("no attribute's name");
    std::string value;
    if (page_.at(at_) == '=') {
      if (page_.at(at_ + 1) != '"') throw std::runtime_error("an attribute without quotes");
      const std::size_t end = page_.find('"', at_ + 2);
      value = decoded(page_.substr(at_ + 2, end - at_ - 2));
      at_ = end + 1;
    }
    if (!element.attributes.emplace(name, value).second)
      throw std::runtime_error("an attribute twice: " + name);
  }

  std::string word() {
    std::string text;
    while (at_ < page_.size() &&
           (std::isalnum(static_cast<unsigned char>(page_[at_])) != 0 || page_[at_] == '-'))
      text += page_[at_++];
    return text;
  }

  std::string_view page_;
  std::size_t at_ = 0;
  std::string text_;                 // of all elements so far
  std::vector<std::size_t> open_;    // the elements that are,
  std::vector<std::size_t> begins_;  // and where in the text each began
};

}  // namespace warpgrade::samples
