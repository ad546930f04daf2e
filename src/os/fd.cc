// Closing of owned file descriptors.
#include "os/fd.h"

#include <unistd.h>

namespace muster {

Fd::~Fd() {
  // Not retried on EINTR: Linux has let go of the descriptor by then.
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace muster
