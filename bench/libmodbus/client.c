/* Reads `count` registers over and over for `ms` milliseconds; prints requests per second. client PORT COUNT MS */
#include <modbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const int count = atoi(argv[2]);
  const double ms = atof(argv[3]);
  uint16_t words[125];
  long requests = 0;
  modbus_t *line = modbus_new_tcp("127.0.0.1", atoi(argv[1]));
  modbus_set_slave(line, 1);
  if (modbus_connect(line) != 0) return 1;
  for (int i = 0; i < 500; i++) if (modbus_read_registers(line, 0, count, words) != count) return 1;
  const double started = now_ms();
  while (now_ms() - started < ms) {
    if (modbus_read_registers(line, 0, count, words) != count) return 1;
    requests++;
  }
  printf("%f\n", requests * 1e3 / (now_ms() - started));
  modbus_close(line);
  modbus_free(line);
  return 0;
}
