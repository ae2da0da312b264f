/* Loaded before libc (LD_PRELOAD): makes writing to files below HW_FAULT_DIR fail as the switch file says, for tests of the server.
   The switch: one text line, "<mode> <parts per thousand>", mode one of none, eio, enospc, noSync.
   HW_FAULT_KEPT: a folder that gets each file as it was at its last sync, and nothing else: the disk after a power cut that loses all the rest. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static unsigned int seed = 12345;

static int isBelow(int fd) {
  char link[64], path[4096];
  const char *dir = getenv("HW_FAULT_DIR");
  if (!dir) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return strncmp(path, dir, strlen(dir)) == 0;
}

/* @return the mode that strikes now, or "" */
static const char *strike(int fd) {
  static __thread char mode[16];
  static __thread int inside = 0;
  int saved = errno;
  mode[0] = 0;
  const char *path = getenv("HW_FAULT_SWITCH");
  if (inside || !path || !isBelow(fd)) { errno = saved; return mode; }
  inside = 1;
  FILE *file = fopen(path, "re");
  int parts = 0;
  if (file) {
    if (fscanf(file, "%15s %d", mode, &parts) != 2) mode[0] = 0;
    fclose(file);
  }
  if (strcmp(mode, "none") == 0 || (int)(rand_r(&seed) % 1000) >= parts) mode[0] = 0;
  inside = 0;
  errno = saved;
  return mode;
}

/* @return whether the call is to fail */
static int fails(int fd, int isSync) {
  const char *mode = strike(fd);
  if (strcmp(mode, "eio") == 0) { errno = EIO; return 1; }
  if (strcmp(mode, "enospc") == 0 && !isSync) { errno = ENOSPC; return 1; }
  return 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  return fails(fd, 0) ? -1 : REAL(pwrite64)(fd, bytes, count, at);
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  return fails(fd, 0) ? -1 : REAL(pwrite)(fd, bytes, count, at);
}
ssize_t write(int fd, const void *bytes, size_t count) {
  return fails(fd, 0) ? -1 : REAL(write)(fd, bytes, count);
}
int ftruncate64(int fd, off64_t length) {
  return fails(fd, 1) ? -1 : REAL(ftruncate64)(fd, length);
}
/* Copies what was synced; renamed when whole, as the process may be killed meanwhile. @return -1 where it cannot be copied */
static int keep(int fd) {
  const char *kept = getenv("HW_FAULT_KEPT");
  if (!kept || !isBelow(fd)) return 0;
  char link[64], path[4096], part[4300], whole[4300], bytes[65536];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return -1;
  path[length] = 0;
  struct stat what;
  if (fstat(fd, &what) != 0 || !S_ISREG(what.st_mode)) return 0;
  const char *name = strrchr(path, '/') + 1;
  snprintf(part, sizeof part, "%s/%s.part", kept, name);
  snprintf(whole, sizeof whole, "%s/%s", kept, name);
  int from = open(path, O_RDONLY | O_CLOEXEC), to = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  ssize_t got = from < 0 || to < 0 ? -1 : 0;
  if (got == 0)
    while ((got = read(from, bytes, sizeof bytes)) > 0)
      if (REAL(write)(to, bytes, got) != got) { got = -1; break; }
  if (from >= 0) close(from);
  if (to >= 0) close(to);
  return got == 0 ? rename(part, whole) : -1;
}
static int syncAndKeep(int fd, int (*really)(int)) {
  if (strcmp(strike(fd), "noSync") == 0) return 0;
  if (fails(fd, 1) || really(fd) != 0) return -1;
  return keep(fd);
}
int fsync(int fd) { return syncAndKeep(fd, REAL(fsync)); }
int fdatasync(int fd) { return syncAndKeep(fd, REAL(fdatasync)); }
