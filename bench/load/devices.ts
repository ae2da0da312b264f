/** Devices on this machine that answer every read with registers, and what was asked of them. */
import { type AddressInfo, createServer, type Server } from 'node:net';

export type Devices = {
  ports: number[];
  /** Of each device the moments at which it was asked, in milliseconds of `performance.now()`. */
  asked: number[][];
  /** Those of whom asks it as unit 2, where two ask the same devices at once. */
  askedOfUnit2: number[][];
  forget(): void;
  stop(): void;
};

/** By which a device tells two who ask it from each other. */
export const OTHER_UNIT = 2;

const startDevice = async (asked: number[], askedOfUnit2: number[]): Promise<Server> => {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('data', (request) => {
      (request[6] === OTHER_UNIT ? askedOfUnit2 : asked).push(performance.now());
      const count = request.readUInt16BE(10);
      const answer = Buffer.alloc(9 + 2 * count);
      request.copy(answer, 0, 0, 4);
      answer.writeUInt16BE(3 + 2 * count, 4);
      request.copy(answer, 6, 6, 8);
      answer[8] = 2 * count;
      for (let at = 0; at < count; at += 2) answer.writeFloatBE(20 + at, 9 + 2 * at);
      socket.write(answer);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
};

export const startDevices = async (count: number): Promise<Devices> => {
  const asked = Array.from({ length: count }, (): number[] => []);
  const askedOfUnit2 = asked.map((): number[] => []);
  const servers = await Promise.all(asked.map((times, at) => startDevice(times, askedOfUnit2[at] ?? [])));
  return {
    ports: servers.map((server) => (server.address() as AddressInfo).port),
    asked,
    askedOfUnit2,
    forget: () => {
      for (const times of [...asked, ...askedOfUnit2]) times.length = 0;
    },
    stop: () => {
      for (const server of servers) server.close();
    },
  };
};

/** How evenly they were asked since `forget`. */
export const evenness = ({ asked }: Devices): { meanPeriodMs: number; longestGapMs: number } => {
  const gaps = asked.flatMap((times) => times.slice(1).map((time, at) => time - (times[at] ?? 0)));
  const periods = asked.map((times) => ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1));
  return {
    meanPeriodMs: periods.reduce((sum, period) => sum + period, 0) / periods.length,
    longestGapMs: Math.max(...gaps),
  };
};
