// The kernel tells what sockets hold through its diagnostic interface (NETLINK_SOCK_DIAG), family by family.
#include "os/usage/socket_buffers.h"

#include <algorithm>
#include <cstring>

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/netlink_diag.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {

namespace {

std::uint64_t setting(const char* path) {
  const auto text = read_file(path, 100);
  return text ? parse_uint(trim(*text)).value_or(0) : 0;
}

using Wanted = const std::span<const std::uint64_t>*;  // nothing: all

class Questioner {
 public:
  explicit Questioner(Wanted wanted)
      : m_socket(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG)), m_wanted(wanted) {}
  ~Questioner() {
    if (m_socket >= 0) ::close(m_socket);
  }
  Questioner(const Questioner&) = delete;
  Questioner& operator=(const Questioner&) = delete;

  std::uint64_t ask() {
    unix_diag_req local{};
    local.sdiag_family = AF_UNIX;
    local.udiag_states = ~0U;
    local.udiag_show = UDIAG_SHOW_MEMINFO | UDIAG_SHOW_RQLEN | UDIAG_SHOW_PEER;
    dump(&local, sizeof local);
    for (const auto family : {AF_INET, AF_INET6}) {
      for (const auto protocol : {IPPROTO_TCP, IPPROTO_UDP}) {
        inet_diag_req_v2 internet{};
        internet.sdiag_family = static_cast<std::uint8_t>(family);
        internet.sdiag_protocol = static_cast<std::uint8_t>(protocol);
        internet.idiag_ext = 1U << (INET_DIAG_SKMEMINFO - 1);
        internet.idiag_states = ~0U;
        dump(&internet, sizeof internet);
      }
    }
    netlink_diag_req kernel{};
    kernel.sdiag_family = AF_NETLINK;
    kernel.sdiag_protocol = NDIAG_PROTO_ALL;
    kernel.ndiag_show = NDIAG_SHOW_MEMINFO;
    dump(&kernel, sizeof kernel);
    return m_sum;
  }

 private:
  void dump(const void* question, unsigned size) {
    struct {
      nlmsghdr head;
      char body[128];
    } request{};
    request.head.nlmsg_len = NLMSG_LENGTH(size);
    request.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    std::memcpy(request.body, question, size);
    if (m_socket < 0 || ::send(m_socket, &request, request.head.nlmsg_len, 0) < 0) return;
    alignas(nlmsghdr) static thread_local char answer[32 << 10];
    for (;;) {
      const ssize_t n = ::recv(m_socket, answer, sizeof answer, 0);
      if (n <= 0 || !read(answer, static_cast<unsigned>(n))) return;
    }
  }

  // False: there is no more.
  bool read(char* answer, unsigned left) {
    for (auto* each = reinterpret_cast<nlmsghdr*>(answer); NLMSG_OK(each, left); each = NLMSG_NEXT(each, left)) {
      if (each->nlmsg_type != SOCK_DIAG_BY_FAMILY) return false;  // done, or refused
      count(each);
    }
    return true;
  }

  void count(nlmsghdr* message) {
    const auto* body = static_cast<const unsigned char*>(NLMSG_DATA(message));
    switch (body[0]) {
      case AF_UNIX: return count_unix(message, reinterpret_cast<const unix_diag_msg*>(body));
      case AF_NETLINK: {
        const auto* one = reinterpret_cast<const netlink_diag_msg*>(body);
        return add(one->ndiag_ino, buffers_in(message, sizeof *one, NETLINK_DIAG_MEMINFO));
      }
      default: {
        const auto* one = reinterpret_cast<const inet_diag_msg*>(body);
        return add(one->idiag_inode, buffers_in(message, sizeof *one, INET_DIAG_SKMEMINFO));
      }
    }
  }

  // What a socket sent and nobody has read is charged to the sender; when that is gone the queue is all there is to
  // see, and of callers that wait to be accepted only their number.
  void count_unix(nlmsghdr* message, const unix_diag_msg* one) {
    auto buffers = buffers_in(message, sizeof *one, UNIX_DIAG_MEMINFO);
    std::uint32_t peer = 0;
    unix_diag_rqlen queue{};
    attribute(message, sizeof *one, UNIX_DIAG_PEER, &peer, sizeof peer);
    attribute(message, sizeof *one, UNIX_DIAG_RQLEN, &queue, sizeof queue);
    if (one->udiag_state == TCP_LISTEN)
      buffers += queue.udiag_rqueue * socket_capacity() / 2;
    else if (peer == 0)
      buffers += queue.udiag_rqueue;
    add(one->udiag_ino, buffers);
  }

  void add(std::uint64_t inode, std::uint64_t buffers) {
    if (m_wanted != nullptr && !std::binary_search(m_wanted->begin(), m_wanted->end(), inode)) return;
    m_sum += buffers;
  }

  static bool attribute(nlmsghdr* message, size_t body, int type, void* into, size_t size) {
    auto left = message->nlmsg_len - static_cast<unsigned>(NLMSG_LENGTH(body));
    if (message->nlmsg_len < NLMSG_LENGTH(body)) return false;
    auto* at = static_cast<char*>(NLMSG_DATA(message)) + NLMSG_ALIGN(body);
    while (left >= sizeof(nlattr)) {
      const auto* one = reinterpret_cast<const nlattr*>(at);
      if (one->nla_len < sizeof(nlattr) || one->nla_len > left) return false;
      if ((one->nla_type & NLA_TYPE_MASK) == type) {
        std::memcpy(into, at + NLA_HDRLEN, std::min<size_t>(size, one->nla_len - NLA_HDRLEN));
        return true;
      }
      const auto step = std::min<unsigned>(NLA_ALIGN(one->nla_len), left);
      at += step;
      left -= step;
    }
    return false;
  }

  static std::uint64_t buffers_in(nlmsghdr* message, size_t body, int type) {
    std::uint32_t memory[SK_MEMINFO_VARS] = {};
    if (!attribute(message, body, type, memory, sizeof memory)) return 0;
    return std::uint64_t{memory[SK_MEMINFO_RMEM_ALLOC]} +
           std::max(memory[SK_MEMINFO_WMEM_ALLOC], memory[SK_MEMINFO_WMEM_QUEUED]) + memory[SK_MEMINFO_BACKLOG];
  }

  int m_socket;
  Wanted m_wanted;
  std::uint64_t m_sum = 0;
};

}  // namespace

// A connection has a buffer in each direction, and the kernel allows twice what was asked for.
std::uint64_t socket_capacity() {
  static const std::uint64_t most =
      2 * (setting("/proc/sys/net/core/wmem_max") + setting("/proc/sys/net/core/rmem_max"));
  return most;
}

std::uint64_t all_socket_buffers() { return Questioner(nullptr).ask(); }

std::uint64_t socket_buffers_of(std::span<const std::uint64_t> inodes) { return Questioner(&inodes).ask(); }

}  // namespace assay::os
