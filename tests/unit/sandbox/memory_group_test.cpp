// Where control groups are looked for, in folders that look like the kernel's.
#include "sandbox/memory_group.h"

#include <cstdlib>

#include <fstream>

#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

struct Machine {
  std::string folder = "/tmp/memory_group_test.XXXXXX";
  fs::path top, mounts, own;

  explicit Machine(const std::string& group) {
    REQUIRE(mkdtemp(folder.data()) != nullptr);
    top = folder + "/cgroup";
    mounts = folder + "/mounts";
    own = folder + "/own";
    std::ofstream(mounts) << "tmpfs /tmp tmpfs rw 0 0\ncgroup2 " << top.string()
                          << " cgroup2 rw,relatime 0 0\n";
    std::ofstream(own) << "3:cpu:/elsewhere\n0::" << group << "\n";
    add("");
  }

  ~Machine() { fs::remove_all(folder); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void add(const fs::path& group) const {
    fs::create_directories(top / group);
    for (const char* file : {"cgroup.controllers", "cgroup.subtree_control", "cgroup.procs"})
      std::ofstream(top / group / file) << "";
  }
  void write(const fs::path& file, const std::string& text) const {
    std::ofstream(top / file) << text;
  }
  MemoryGroups look() const { return find_memory_groups(mounts, own); }
};

}  // namespace

TEST_CASE("a missing control group with memory accounting is reported", "[memory_group]") {
  const Machine machine("/user");
  machine.add("user");
  CHECK(machine.look().parent.empty());
  CHECK(has(machine.look().why_not, "no control groups v2 that count memory"));
  machine.write("cgroup.controllers", "cpu hugetlb");
  CHECK(has(machine.look().why_not, "no control groups v2 that count memory"));
  CHECK(has(find_memory_groups("/no/such/file", "/no/such/file").why_not, "no control groups"));
}

TEST_CASE("a group not delegated to this process is not changed", "[memory_group]") {
  const Machine machine("/user/shell");
  machine.add("user/shell");
  machine.write("cgroup.controllers", "cpu memory");
  machine.write("cgroup.subtree_control", "cpu");
  machine.write("user/cgroup.controllers", "cpu");
  CHECK(machine.look().parent.empty());
  CHECK(has(machine.look().why_not, "Delegate=yes"));
  // Made by us on trial, and not left behind.
  for (const auto& entry : fs::recursive_directory_iterator(machine.top))
    CHECK(entry.path().filename().string().rfind("warpgrade-", 0) != 0);
}

TEST_CASE("memory.stat is summed without file-backed memory", "[memory_group]") {
  CHECK(group_bytes("anon 1000\nfile 50000\nkernel 99\nkernel_stack 20\npagetables 4\nsock 1\n"
                    "percpu 0\nshmem 300\nanon_thp 700\n",
                    "5\n") == 1000 + 20 + 4 + 1 + 300 + 5);
  CHECK(group_bytes("", "") == 0);
  CHECK(group_bytes("nonsense", "max") == 0);
}
