// Processes: from a /proc in memory, and from the kernel's own.
#include "observe/host/processes.h"

#include "base/text.h"
#include "observe/tree.h"
#include "support/secrets.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

namespace muster::observe {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using tests::Tree;
using namespace std::string_literals;

catalog::Catalog small_catalog() {
  catalog::Product product;
  product.id = "example-runner";
  product.secret_flags = {"--token"};
  product.secret_environment = {"EXAMPLE_TOKEN"};
  product.job.own = {"EXAMPLE_JOB"};
  product.job.tracking = "EXAMPLE_TRACKING";
  catalog::ProcessPattern pattern;
  pattern.programs = {"runner"};
  pattern.environment["name"] = {"EXAMPLE_NAME"};
  product.processes.push_back(std::move(pattern));
  catalog::Catalog catalog;
  catalog.products.push_back(std::move(product));
  return catalog;
}

struct Planted {
  int pid = 812;
  std::string name = "runner";
  std::string cmdline = "/opt/r/runner\0run\0"s;
  std::string environ = {};
  std::string exe = "/opt/r/runner";
  std::string cgroup = "0::/system.slice/x.service\n";
};

Tree& plant(Tree& tree, const Planted& process) {
  const std::string folder = fmt::format("/proc/{}", process.pid);
  return tree
      .file(folder + "/stat",
            fmt::format("{} ({}) S 1 7 7 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 12345 0 0\n", process.pid,
                        process.name))
      .file(folder + "/status",
            "Name:\tx\nUid:\t9\t1001\t9\t9\nGid:\t9\t1001\t9\t9\nGroups:\t990 "
            "\nCapEff:\t0000000000000000\n")
      .file(folder + "/cmdline", process.cmdline)
      .file(folder + "/environ", process.environ)
      .file(folder + "/cgroup", process.cgroup)
      .link(folder + "/exe", process.exe)
      .link(folder + "/cwd", "/opt/r")
      .link(folder + "/ns/mnt", "mnt:[1]");
}

Tree host() {
  Tree tree;
  tree.file("/proc/stat", "cpu 1\nbtime 1796040000\n").link("/proc/self/ns/mnt", "mnt:[1]");
  plant(tree, {.pid = 1,
               .name = "systemd",
               .cmdline = "/sbin/init\0"s,
               .environ = {},
               .exe = "/sbin/init"});
  return tree;
}

struct Answer {
  ProcessTable table;
  std::vector<facts::Gap> gaps;
};
Answer read(const Root& root) {
  Answer answer;
  const catalog::Catalog catalog = small_catalog();
  answer.table = read_processes(root, catalog, redact::Redactor(catalog), answer.gaps);
  return answer;
}
Answer read(const Planted& process) {
  Tree tree = host();
  return read(plant(tree, process).root());
}

TEST(Processes, hold_what_proc_says) {
  const Answer answer = read(Planted{});
  EXPECT_TRUE(answer.gaps.empty());
  ASSERT_EQ(answer.table.processes.size(), 2U);
  const facts::Process* process = answer.table.find(812);
  ASSERT_NE(process, nullptr);
  EXPECT_EQ(process->parent, 1);
  EXPECT_EQ(process->started, Time(std::chrono::seconds(1796040123)));
  EXPECT_EQ(process->uid, 1001U);
  EXPECT_EQ(process->gids, (std::vector<uint32_t>{990, 1001}));
  EXPECT_EQ(process->name, "runner");
  EXPECT_EQ(process->exe, "/opt/r/runner");
  EXPECT_EQ(process->cwd, "/opt/r");
  EXPECT_EQ(process->arguments, (std::vector<std::string>{"/opt/r/runner", "run"}));
  EXPECT_EQ(process->cgroup, "/system.slice/x.service");
  EXPECT_TRUE(process->capabilities.empty());
  EXPECT_FALSE(process->other_mount_namespace);
  EXPECT_TRUE(process->environment_read);
}

TEST(Processes, are_none_without_a_proc) {
  const Answer answer = read(Tree().file("/etc/passwd", "").root());
  EXPECT_TRUE(answer.table.processes.empty());
  EXPECT_TRUE(answer.gaps.empty());
}

TEST(Processes, keep_listed_environment_keys_only) {
  const Answer answer = read(Planted{
      .environ =
          "EXAMPLE_JOB=7\0PATH=/bin\0EXAMPLE_NAME=a\0EXAMPLE_NAME=b\0HOME=/home/ci\0no assignment\0"s});
  const facts::Process* process = answer.table.find(812);
  const std::map<std::string, std::string> expected = {
      {"EXAMPLE_JOB", "7"}, {"EXAMPLE_NAME", "a"}, {"HOME", "/home/ci"}};
  EXPECT_EQ(process->environment, expected);
  EXPECT_EQ(answer.table.find_raw(812)->environment.at("EXAMPLE_NAME"), "a");
}

TEST(Processes, never_hold_a_secret) {
  tests::Secrets secrets("processes");
  const std::string argument = secrets.make("generic"), variable = secrets.make("generic#2");
  const Answer answer = read(
      Planted{.cmdline = "/opt/r/runner\0--token\0"s + argument + "\0--url\0https://ci.example\0"s,
              .environ = "EXAMPLE_TOKEN=" + variable + "\0"s});
  const facts::Process* process = answer.table.find(812);
  const std::string said = join(process->arguments, " ") +
                           process->environment.at("EXAMPLE_TOKEN") +
                           (process->exposures.empty() ? "" : process->exposures[0].shown);
  EXPECT_TRUE(secrets.leaks(said).empty()) << said;
  EXPECT_THAT(process->arguments, Contains("https://ci.example"));
  EXPECT_THAT(process->environment.at("EXAMPLE_TOKEN"), HasSubstr("«redacted"));
  EXPECT_THAT(process->environment.at("EXAMPLE_TOKEN"), Not(HasSubstr("EXAMPLE_TOKEN")));
  ASSERT_EQ(process->exposures.size(), 1U);
  EXPECT_EQ(process->exposures[0].source, (facts::Source{"pid 812", "--token", 0}));
  EXPECT_THAT(process->exposures[0].shown, HasSubstr("--token «redacted"));
  const RawProcess* raw = answer.table.find_raw(812);
  ASSERT_EQ(raw->arguments.size(), 5U);
  EXPECT_EQ(raw->arguments[2], argument);
  EXPECT_EQ(raw->environment.at("EXAMPLE_TOKEN"), variable);
}

TEST(Processes, tell_deleted_and_memory_programs) {
  Tree tree = host();
  plant(tree, {.pid = 5, .exe = "/tmp/x (deleted)"});
  plant(tree, {.pid = 6, .exe = "/memfd:x (deleted)"});
  const Answer answer = read(tree.root());
  EXPECT_TRUE(answer.table.find(5)->exe_deleted);
  EXPECT_EQ(answer.table.find(5)->exe, "/tmp/x");
  EXPECT_TRUE(answer.table.find(6)->exe_in_memory);
}

TEST(Processes, tell_other_mount_namespaces) {
  Tree tree = host();
  plant(tree, {}).link("/proc/812/ns/mnt", "mnt:[2]");
  EXPECT_TRUE(read(tree.root()).table.find(812)->other_mount_namespace);
}

TEST(Processes, leave_out_threads_of_the_kernel_and_what_vanished) {
  Tree tree = host();
  tree.file("/proc/2/stat", "2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 1 0 0\n");
  tree.folder("/proc/3").folder("/proc/4/fd");
  plant(tree, {});
  const Answer answer = read(tree.root());
  EXPECT_EQ(answer.table.processes.size(), 2U);
  EXPECT_TRUE(answer.gaps.empty());
}

TEST(Processes, of_other_users_are_one_gap) {
  Tree tree = host();
  for (const int pid : {5, 6, 7}) {
    plant(tree, {.pid = pid});
    for (const char* const file : {"exe", "cwd", "environ", "ns/mnt"})
      tree.closed(fmt::format("/proc/{}/{}", pid, file));
  }
  const Answer answer = read(tree.root());
  ASSERT_EQ(answer.gaps.size(), 1U);
  EXPECT_EQ(answer.gaps[0].what, "processes of other users (3)");
  EXPECT_TRUE(answer.gaps[0].could_hide_runner);
  const facts::Process* process = answer.table.find(6);
  EXPECT_EQ(process->exe, "");
  EXPECT_FALSE(process->environment_read);
  EXPECT_EQ(process->arguments.size(), 2U);
}

TEST(Processes, may_have_a_first_one_that_nobody_can_look_into) {
  Tree tree = host();
  const Answer answer = read(tree.closed("/proc/1/exe").root());
  ASSERT_EQ(answer.gaps.size(), 1U);
  EXPECT_FALSE(answer.gaps[0].could_hide_runner);
}

TEST(Processes, that_are_hidden_altogether_are_a_gap) {
  Tree tree;
  plant(tree, {});
  const Answer answer = read(tree.root());
  ASSERT_EQ(answer.gaps.size(), 1U);
  EXPECT_THAT(answer.gaps[0].why, HasSubstr("hidepid"));
  EXPECT_TRUE(answer.gaps[0].could_hide_runner);
}

TEST(Processes, survive_hostile_names_and_command_lines) {
  Tree tree = host();
  plant(tree, {.pid = 5,
               .name = "a) R 1\n(\x1b[2J\xff",
               .cmdline = "no NUL at all \xff\x1b[31m\n",
               .environ = "\0\0=\0EXAMPLE_JOB"s,
               .exe = "/opt/\xe2\x80\xae/\xff",
               .cgroup = "\xff\xff\n:::\n"});
  plant(tree, {.pid = 6, .cmdline = "nginx: worker" + std::string(200, '\0')});
  plant(tree, {.pid = 7, .cmdline = "\0\0\0"s})
      .file("/proc/7/stat", "garbage")
      .file("/proc/7/status", "\xff");
  const Answer answer = read(tree.root());
  for (const facts::Process& process : answer.table.processes) {
    for (const std::string& argument : process.arguments) EXPECT_EQ(argument, visible(argument));
    for (const std::string& text : {process.name, process.exe, process.cgroup})
      EXPECT_EQ(text, visible(text));
  }
  ASSERT_NE(answer.table.find(5), nullptr);
  EXPECT_EQ(answer.table.find(5)->parent, 1);
  EXPECT_EQ(answer.table.find(5)->arguments.size(), 1U);
  EXPECT_EQ(answer.table.find_raw(5)->exe, "/opt/\xe2\x80\xae/\xff");
  EXPECT_EQ(answer.table.find(6)->arguments, std::vector<std::string>{"nginx: worker"});
  EXPECT_TRUE(answer.table.find(7)->arguments.empty());
}

TEST(Processes, bound_long_command_lines_and_say_so) {
  Tree tree = host();
  std::string many;
  for (int i = 0; i < 10'000; i++) many += "a\0"s;
  plant(tree, {.pid = 5, .cmdline = many});
  plant(tree, {.pid = 6, .cmdline = "x\0"s + std::string(1 << 20, 'y')});
  const Answer answer = read(tree.root());
  EXPECT_EQ(answer.table.find(5)->arguments.size(), 4096U);
  EXPECT_EQ(answer.table.find(6)->arguments.size(), 2U);
  EXPECT_EQ(answer.gaps.size(), 2U);
}

TEST(Processes, read_an_environment_of_a_megabyte) {
  const Answer answer =
      read(Planted{.environ = "X=" + std::string(1 << 20, 'x') + "\0EXAMPLE_JOB=7\0"s});
  EXPECT_EQ(answer.table.find(812)->environment.at("EXAMPLE_JOB"), "7");
}

TEST(Listeners, belong_to_the_processes_that_hold_them) {
  Tree tree = host();
  plant(tree, {})
      .file("/proc/net/tcp", "  sl\n   0: 0100007F:2705 00000000:0000 0A 0:0 0:0 0 0 0 4711 1 0\n")
      .link("/proc/812/fd/3", "socket:[4711]")
      .link("/proc/812/fd/4", "socket:[4711]")
      .link("/proc/812/fd/5", "socket:[x]")
      .link("/proc/1/fd/0", "/dev/null");
  const Root root = tree.root();
  Answer answer = read(root);
  read_listeners(root, {answer.table.find(812), answer.table.find(1)}, answer.gaps);
  EXPECT_EQ(answer.table.find(812)->listens, std::vector<std::string>{"tcp 127.0.0.1:9989"});
  EXPECT_TRUE(answer.table.find(1)->listens.empty());
  EXPECT_TRUE(answer.gaps.empty());
}

std::string program_of(const std::string& pid) {
  std::array<char, 256> target{};
  const ssize_t length =
      readlink(fmt::format("/proc/{}/exe", pid).c_str(), target.data(), target.size());
  return {target.data(), static_cast<size_t>(std::max<ssize_t>(length, 0))};
}

// A shell that waits for its input, with arguments and an environment of its own. It ends when this
// goes, or when the test does.
class Child {
 public:
  Child(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
    std::vector<char*> argv, envp;
    for (const std::string& text : arguments) argv.push_back(const_cast<char*>(text.c_str()));
    for (const std::string& text : environment) envp.push_back(const_cast<char*>(text.c_str()));
    argv.push_back(nullptr);
    envp.push_back(nullptr);
    if (pipe2(input_.data(), O_CLOEXEC) != 0) return;
    pid_ = fork();
    if (pid_ == 0) {
      dup2(input_[0], STDIN_FILENO);
      execve("/bin/sh", argv.data(), envp.data());
      _exit(127);
    }
    const std::string own = program_of("self");
    for (int i = 0; i < 1000 && program_of(std::to_string(pid_)) == own; i++)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ~Child() {
    close(input_[0]);
    close(input_[1]);
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  int pid() const { return pid_; }

 private:
  std::array<int, 2> input_{-1, -1};
  pid_t pid_ = -1;
};

TEST(LiveProcesses, show_a_planted_child) {
  tests::Secrets secrets("live");
  const std::string secret = secrets.make("generic");
  const Child child({"runner", "-c", "read line", "--token", secret},
                    {"EXAMPLE_JOB=42", "OTHER=" + secret});
  const auto root = Root::on_disk("/");
  ASSERT_TRUE(root);
  const Answer answer = read(*root);
  const facts::Process* process = answer.table.find(child.pid());
  ASSERT_NE(process, nullptr);
  EXPECT_EQ(process->parent, getpid());
  EXPECT_EQ(process->uid, geteuid());
  EXPECT_EQ(process->exe, program_of(std::to_string(child.pid())));
  ASSERT_EQ(process->arguments.size(), 5U);
  EXPECT_EQ(process->arguments[0], "runner");
  EXPECT_TRUE(secrets.leaks(join(process->arguments, " ")).empty());
  EXPECT_EQ(process->exposures.size(), 1U);
  EXPECT_EQ(process->environment.at("EXAMPLE_JOB"), "42");
  EXPECT_FALSE(process->other_mount_namespace);
  const auto age = std::chrono::system_clock::now() - process->started;
  EXPECT_LT(age, std::chrono::seconds(120));
  EXPECT_GT(age, std::chrono::seconds(-5));
  const facts::Process* self = answer.table.find(getpid());
  ASSERT_NE(self, nullptr);
  EXPECT_LE(self->started, process->started);
}

TEST(LiveProcesses, show_where_they_listen) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_GE(fd, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(fd, 1), 0);
  ASSERT_EQ(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const auto root = Root::on_disk("/");
  ASSERT_TRUE(root);
  facts::Process self;
  self.pid = getpid();
  std::vector<facts::Gap> gaps;
  read_listeners(*root, {&self}, gaps);
  EXPECT_THAT(self.listens, Contains(fmt::format("tcp 127.0.0.1:{}", ntohs(address.sin_port))));
  close(fd);
}

}  // namespace
}  // namespace muster::observe
