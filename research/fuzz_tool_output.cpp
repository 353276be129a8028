// Mutated words of tools, of a worker and of its check, given to all that read them. `make fuzz`
// builds it with the address and undefined-behaviour sanitizers and runs it.
//
//   fuzz_tool_output [N] [SEED]
//
// N inputs in all (default 1000000), the entry points in turn. Each input is a sample, or two
// joined, with bytes flipped, cut, repeated, or replaced by numbers and words that have meant
// trouble. What is read must also be fit to show: valid UTF-8 without control characters, numbers
// in their ranges. Prints how many inputs each entry point got; exit status 1, with the input in
// fuzz.input, for the first that is not. A sanitizer's report ends it likewise.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <sys/socket.h>

#include "base/utf8.h"
#include "diagnosis/explain.h"
#include "findings/compiler_message.h"
#include "memcheck/check_report.h"
#include "model/reply.h"
#include "objects/demangle.h"
#include "objects/device_code.h"
#include "objects/object_code.h"
#include "objects/object_symbols.h"
#include "process/check_channel.h"
#include "report/text.h"
#include "simt/include/simt/check_report.h"
#include "toolchain/compiler_end.h"
#include "toolchain/compiler_text.h"
#include "toolchain/resource_usage.h"

namespace {

using namespace warpgrade;

/// The input that is being read, for the report of a fault.
std::string input;

void require(bool holds, const char* what) {
  if (holds) return;
  std::ofstream("build/fuzz/input", std::ios::binary) << input;
  std::fprintf(stderr, "fuzz_tool_output: %s; the input is in build/fuzz/input\n", what);
  std::exit(1);
}

void require_plain(const std::string& text) {
  require(text == plain_lines(text, text.size()), "a text is not plain");
}

template <class T>
std::string raw_bytes(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// The input as a T, cut or filled up with zeros.
template <class T>
std::unique_ptr<T> as(const std::string& bytes) {
  auto value = std::make_unique<T>();
  std::memcpy(value.get(), bytes.data(), std::min(sizeof(T), bytes.size()));
  return value;
}

struct EntryPoint {
  const char* name;
  std::vector<std::string> samples;
  std::function<void(const std::string&)> read;
};

void read_resources(const std::string& text) {
  for (const KernelResources& kernel : parse_resource_usage(text)) {
    require_plain(kernel.kernel);
    require(kernel.registers >= 0 && kernel.registers <= 255, "registers out of range");
    require(kernel.max_threads >= 0 && kernel.max_threads <= 1024, "threads out of range");
    require(kernel.shared_bytes >= 0 && kernel.constant_bytes >= 0 && kernel.spill_bytes >= 0 &&
                kernel.local_bytes >= 0,
            "bytes out of range");
  }
}

void read_compiler(const std::string& text) {
  const std::string said = plain_lines(text, 4096);
  for (const char* program : {"g++", "nvcc", "simtcc"}) {
    Ended ended;
    ended.code = 1;
    compiler_end(program, ended, said);
  }
  const std::string usual = in_usual_style(as_student_knows(said));
  for (const CompilerMessage& message : compiler_messages(usual)) {
    require(message.line >= 0, "a line out of range");
    require_plain(describe(message.cause));
  }
  for (const Finding& finding : unsupported_findings(usual)) require_plain(describe(finding));
  const std::string shown = printable(usual, false);
  for (const char c : shown) require(c == '\n' || (c >= ' ' && c <= '~'), "it is not printable");
  wrapped(shown, 40, "  ", true);
}

void read_addresses(const std::string& text) {
  std::map<std::uint64_t, SourceLine> places;
  for (const std::uint64_t address : {1, 0x401127, 0x401200}) places[address];
  read_places(plain_lines(text, 4096), "/home/ann/lab", places);
  for (const auto& [address, place] : places) {
    require(place.line >= 0 && place.file.rfind("..", 0) != 0, "a place outside");
    require_plain(place.file);
  }
}

void read_symbols(const std::string& bytes) {
  visit_symbols(bytes, [](const ObjectSymbol& symbol) { require_plain(demangled(symbol.name)); });
  require(name_with_control_characters(bytes).size() <= bytes.size(), "a name without end");
}

void read_name(const std::string& bytes) {
  const std::string name = demangled(bytes);
  require_plain(name);
  require(name.size() < 2048, "a name without end");
  require_plain(kernel_name(bytes));
}

void read_reply(const std::string& bytes) {
  const auto sent = as<protocol::Reply>(bytes);
  const auto reply = accepted_reply(*sent, sent->id);
  require(reply.has_value(), "a reply with its number is refused");
  require(reply->kernel_count <= protocol::max_kernels, "kernels out of range");
  require(reply->sample_count <= protocol::max_samples, "samples out of range");
  CallOutcome outcome;
  outcome.reply = *reply;
  const auto nowhere = [](std::uint64_t) { return std::string(); };
  require_plain(describe(explain(outcome, {}, nowhere).detail));
  outcome.ended.emplace();
  outcome.ended->how = Ended::How::signalled;
  outcome.ended->code = 11;
  require_plain(describe(explain(outcome, {}, nowhere).detail));
}

void read_report(const std::string& bytes) {
  const auto report = as<simt::check::Report>(bytes);
  const auto* begin = reinterpret_cast<const std::byte*>(report.get());
  const CheckReport read = read_check_report({begin, begin + sizeof *report}, "/home/ann/lab");
  for (const CheckFinding& finding : read.findings) {
    for (const auto& [name, value] : finding.cause.facts) {
      require_plain(name);
      require_plain(value);
    }
    require_plain(describe(finding.cause, "dot.cu:3"));
    require_plain(finding.kernel);
    require_plain(finding.place.line.file);
    require(finding.count > 0 && finding.place.line.line >= 0, "a finding out of range");
  }
  for (const KernelCosts& kernel : read.kernels)
    require(kernel.blocks >= 0 && kernel.threads >= 0 && kernel.threads <= 1024 &&
                kernel.divergent <= kernel.branches && kernel.lane_steps <= 32 * kernel.steps,
            "a kernel out of range");
  for (const CheckSite& site : read.sites)
    require(site.kernel < read.kernels.size() && site.costs.sectors >= site.costs.ideal_sectors &&
                site.costs.bytes >= 0,
            "a site out of range");
}

void read_tables(const std::string& text) {
  ObjectCode object;
  read_object(text, object);
  for (const auto& [name, section] : object.sections)
    for (const ObjectCode::Line& line : section.lines)
      require(line.line > 0 && !line.file.empty(), "a line out of range");
}

void read_ptx(const std::string& text) {
  const DeviceCode code = parse_device_code(text);
  for (const auto& [kernel, origins] : code.kernels)
    for (const CodeOrigin& origin : origins)
      require(code.unclear || !origin.file.empty(), "clear code that comes from nowhere");
  for (const std::string& file : files_opened(text)) require(!file.empty(), "a file without name");
}

constexpr std::uint64_t checked_request = 0x1122334455667788;

/// The input as messages, each behind its size in two bytes.
void read_channel(const std::string& bytes) {
  CheckChannel channel;
  for (std::size_t at = 0; at + 2 <= bytes.size();) {
    std::uint16_t size;
    std::memcpy(&size, bytes.data() + at, sizeof size);
    at += sizeof size;
    const std::size_t some = std::min<std::size_t>(size, bytes.size() - at);
    send(channel.workers_end(), bytes.data() + at, some, MSG_DONTWAIT | MSG_NOSIGNAL);
    at += some;
  }
  channel.close_workers_end();
  const auto report = channel.read(checked_request);
  require(report.size() == sizeof(simt::check::Report), "half a report");
  read_check_report(report, "/home/ann/lab");
}

std::string message(protocol::CheckMessage::Part part, const std::string& body) {
  const std::string whole = raw_bytes(protocol::CheckMessage{part, 0}) + body;
  return raw_bytes(static_cast<std::uint16_t>(whole.size())) + whole;
}

std::string sample_messages() {
  using protocol::CheckMessage;
  auto finding = std::make_unique<simt::check::Finding>();
  finding->count = 96;
  std::strcpy(finding->cause, "race.block");
  return message(CheckMessage::finding, raw_bytes(*finding)) +
         message(CheckMessage::finding, raw_bytes(*finding)) +
         message(CheckMessage::counts, raw_bytes(std::uint64_t{200})) +
         message(CheckMessage::kernels, raw_bytes(simt::check::KernelMetrics{})) +
         message(CheckMessage::sites, raw_bytes(simt::check::SiteMetrics{})) +
         message(CheckMessage::end, raw_bytes(protocol::CheckEnd{checked_request, 0, 0, 0, 0}));
}

std::string sample_reply() {
  auto reply = std::make_unique<protocol::Reply>();
  reply->status = protocol::Reply::done;
  reply->error = 700;
  reply->error_line = 31;
  reply->kernel_count = 1;
  std::strcpy(reply->error_name, "cudaErrorIllegalAddress");
  std::strcpy(reply->error_file, "/submission/matmul.cu");
  std::strcpy(reply->error_call, "_Z7productPf");
  std::strcpy(reply->kernels[0].name, "_Z7productPf");
  return raw_bytes(*reply);
}

std::string sample_report() {
  auto report = std::make_unique<simt::check::Report>();
  report->finding_count = 2;
  report->kernel_count = report->site_count = 1;
  report->findings[0].count = 96;
  report->findings[0].place = {0, 7, "/submission/matmul.cu"};
  std::strcpy(report->findings[0].cause, "race.block");
  std::strcpy(report->findings[0].facts, "thread=(1,0,0)\ndoes=writes\nspot=s[0]\n");
  std::strcpy(report->findings[1].cause, "memory.leak");
  std::strcpy(report->kernels[0].name, "product<32>");
  report->kernels[0].launches = report->kernels[0].blocks = 4;
  report->sites[0].requests = 10;
  return raw_bytes(*report);
}

/// An object of its own: this program's, which is one as any other.
std::string sample_object() {
  std::ifstream file("build/runner/matmul_float.o", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<EntryPoint> entry_points() {
  const std::vector<std::string> compilers = {
      "/submission/matmul.cu:3:1: error: expected ';' before '}' token\n    3 | }\n      | ^\n",
      "/submission/matmul.cu(8): error: expected a \"}\"\n\n1 error detected in \"matmul.cu\".\n",
      "/usr/bin/ld: /out/student.o: in function `f':\n/submission/matmul.cu:12: undefined "
      "reference to `g()'\ncollect2: error: ld returned 1 exit status\n",
      "/usr/bin/ld: /runner/cpu.o: multiple definition of `main'; "
      "/out/student.o:/submission/matmul.cu:20: first defined here\n",
      "/submission/matmul.cu:2: unsupported: wmma\n",
      "g++: fatal error: Killed signal terminated program cc1plus\n"};
  return {
      {"ptxas",
       {"ptxas info    : Compiling entry function '_Z2ktILi32EEvPf' for 'sm_90'\n    16 bytes "
        "stack frame, 4 bytes spill stores, 8 bytes spill loads\nptxas info    : Used 14 "
        "registers, used 1 barriers, 128 bytes smem, 400 bytes cmem[0], 24 bytes cmem[2]\n"},
       read_resources},
      {"compilers", compilers, read_compiler},
      {"addr2line",
       {"0x0000000000401126\n_Z1fv\n/submission/matmul.cu:31 (discriminator 2)\n"
        "0x00000000004011ff\n_ZN1AC4ERKS_\n/submission/../x.cu:4\n_Z1gv\n/home/ann/lab/a.h:9\n"},
       read_addresses},
      {"object", {sample_object()}, read_symbols},
      {"names",
       {"_Z12matmul_naiveiPKfS0_Pf", "_Z1fISt6vectorIfSaIfEES2_EvT_DpT0_",
        "_ZN12_GLOBAL__N_11kILi3EEEvPf", "matmul_naive<(int)32>(float*)"},
       read_name},
      {"objdump",
       {"\na.o:     file format elf64-x86-64\n\nSYMBOL TABLE:\n"
        "0000000000000000 g     F .text._Z4minev\t000000000000001c .hidden _Z4minev\n"
        "0000000000000000  w      *UND*\t0000000000000000 cublasCreate_v2\n\n"
        "RELOCATION RECORDS FOR [.text._Z4minev]:\nOFFSET           TYPE              VALUE\n"
        "0000000000000003 R_X86_64_PLT32    cublasCreate_v2-0x0000000000000004\n\n"
        "Disassembly of section .text._Z4minev:\n\n0000000000000000 <_Z4minev>:\n"
        "/submission/a.cu:9 (discriminator 1)\n  11:\tcall   0 <_Z4minev>\n"},
       read_tables},
      {"ptx",
       {".visible .entry _Z4minev(\n\t.param .u64 p\n)\n{\n\t.loc\t1 3 1\n\t// begin inline asm\n"
        "\t/* { */\n\t// end inline asm\n\t.loc\t2 518 5, function_name $L__info_string0, "
        "inlined_at 1 3 1\n\tcall.uni _Z5innerv, ();\n\tret;\n}\n",
        ".func  (.param .b32 r) _Z5innerv()\n{\n\t.loc\t1 9 1\n\tret;\n}\n"
        "\t.file\t1 \"/submission/a.cu\"\n\t.file\t2 \"/usr/include/cub/x.cuh\"\n",
        "student.o : /submission/a.cu \\\n    /usr/include/cub/x.cuh\n"},
       read_ptx},
      {"check channel", {sample_messages()}, read_channel},
      {"reply", {sample_reply()}, read_reply},
      {"check report", {sample_report()}, read_report},
  };
}

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::string next(const std::vector<std::string>& samples) {
    std::string text = samples[below(samples.size())];
    if (below(4) == 0) text += samples[below(samples.size())];
    for (std::size_t n = below(8); n > 0; --n) mutate(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  void mutate(std::string& text) {
    static const std::array<std::string, 16> words = {"134217728",
                                                      "99999999999999999999",
                                                      "-1",
                                                      "0",
                                                      "2147483648",
                                                      "\x1b[2J",
                                                      "\xc2\x9b",
                                                      "\xff",
                                                      ": error: ",
                                                      "(",
                                                      "'",
                                                      "\n",
                                                      "/submission/",
                                                      "S_S0_",
                                                      "registers",
                                                      std::string(1, '\0')};
    if (text.empty()) text = "x";
    const std::size_t at = below(text.size());
    const std::size_t some = std::min(text.size() - at, 1 + below(16));
    switch (below(6)) {
      case 0:
        text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1:
        text[at] = static_cast<char>(random_());
        break;
      case 2:
        text.erase(at, some);
        break;
      case 3:
        if (text.size() < 1 << 18) text.insert(at, text.substr(at, some));
        break;
      case 4:
        text.replace(at, std::min(text.size() - at, below(8)), words[below(words.size())]);
        break;
      default:
        // A whole number of a binary structure.
        for (std::size_t i = at; i < std::min(text.size(), at + 8); ++i)
          text[i] = static_cast<char>(below(2) == 0 ? 0xFF : random_());
    }
  }

  std::mt19937_64 random_;
};

}  // namespace

int main(int argc, char** argv) {
  const long inputs = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 1000000;
  const long seed = argc > 2 ? std::strtol(argv[2], nullptr, 10) : 1;
  const auto all = entry_points();
  std::vector<long> counts(all.size());
  Mutator mutator(static_cast<std::uint64_t>(seed));
  for (long i = 0; i < inputs; ++i) {
    const auto which = static_cast<std::size_t>(i) % all.size();
    input = mutator.next(all[which].samples);
    all[which].read(input);
    ++counts[which];
  }
  for (std::size_t i = 0; i < all.size(); ++i) std::printf("%-14s %8ld\n", all[i].name, counts[i]);
  std::printf("%-14s %8ld inputs of seed %ld\n", "all", inputs, seed);
}
