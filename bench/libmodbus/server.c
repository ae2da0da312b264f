/*
 * A libmodbus server whose registers hold their own addresses, and bits the lowest bit of theirs.
 * server tcp PORT (0: any; prints the port) | server rtu PATH BAUD UNIT (prints 0 once it listens)
 */
#include <errno.h>
#include <modbus.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static modbus_mapping_t *mapping(void) {
  modbus_mapping_t *map = modbus_mapping_new(10000, 10000, 10000, 10000);
  for (int i = 0; i < 10000; i++) {
    map->tab_registers[i] = map->tab_input_registers[i] = i;
    map->tab_bits[i] = map->tab_input_bits[i] = i & 1;
  }
  return map;
}

static int serve_tcp(int port) {
  modbus_t *server = modbus_new_tcp("127.0.0.1", port);
  modbus_mapping_t *map = mapping();
  uint8_t query[MODBUS_TCP_MAX_ADU_LENGTH];
  const int listening = modbus_tcp_listen(server, 16);
  if (listening < 0) return 1;
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  getsockname(listening, (struct sockaddr *)&address, &size);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  fd_set known;
  FD_ZERO(&known);
  FD_SET(listening, &known);
  int highest = listening;
  for (;;) {
    fd_set ready = known;
    if (select(highest + 1, &ready, NULL, NULL, NULL) < 0) return 1;
    for (int fd = 0; fd <= highest; fd++) {
      if (!FD_ISSET(fd, &ready)) continue;
      if (fd == listening) {
        const int client = accept(listening, NULL, NULL);
        if (client < 0) continue;
        int one = 1;
        setsockopt(client, IPPROTO_TCP, 1 /* TCP_NODELAY */, &one, sizeof one);
        FD_SET(client, &known);
        if (client > highest) highest = client;
        continue;
      }
      modbus_set_socket(server, fd);
      const int length = modbus_receive(server, query);
      if (length > 0) modbus_reply(server, query, length, map);
      else if (length < 0) {
        close(fd);
        FD_CLR(fd, &known);
      }
    }
  }
}

static int serve_rtu(const char *path, int baud, int unit) {
  modbus_t *server = modbus_new_rtu(path, baud, 'N', 8, 1);
  modbus_mapping_t *map = mapping();
  uint8_t query[MODBUS_RTU_MAX_ADU_LENGTH];
  modbus_set_slave(server, unit);
  if (modbus_connect(server) != 0) return 1;
  printf("0\n");
  fflush(stdout);
  for (;;) {
    const int length = modbus_receive(server, query);
    if (length > 0) modbus_reply(server, query, length, map);
    else if (length < 0 && errno == EIO) return 1;
  }
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "tcp") == 0) return serve_tcp(atoi(argv[2]));
  if (argc == 5 && strcmp(argv[1], "rtu") == 0) return serve_rtu(argv[2], atoi(argv[3]), atoi(argv[4]));
  return 2;
}
