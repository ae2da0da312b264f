import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionSettings } from '../../contract/model/field.ts';
import { Failure } from '../../core/fail.ts';
import { connection } from '../testing/make.ts';
import { rtuFrame } from '../testing/oracleServer.ts';
import { createPort } from './createPort.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** How a device that answers nothing sees the connection end, which is closed once a request has come. */
const endOf = async (kind: 'tcp' | 'rtuTcp', request: Buffer): Promise<string> => {
  const ended = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  server = createServer((socket) => {
    socket.once('data', () => asked.resolve());
    socket.on('end', () => ended.resolve('closed'));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => ended.resolve(code ?? ''));
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const settings: ConnectionSettings = connection({ kind, host: '127.0.0.1', port, timeoutMs: 60_000 }).settings;
  const made = createPort(settings, {
    counters: { lateAnswers: 0, bytesDropped: 0, violations: 0 },
    readOnly: () => false,
    random: () => 0,
    onClosed: () => undefined,
  });
  await made.open();
  const answer = made.exchange(request, { timeoutMs: 60_000, acceptAnyUnit: false }).catch((error: Failure) => error.code);
  await asked.promise;
  await made.close(new Failure('cancelled', 'the line was stopped'));
  expect(await answer).toBe('cancelled');
  return ended.promise;
};

describe.each(['tcp', 'rtuTcp'] as const)('a line of %s that is stopped', (kind) => {
  it('resets its connection while a write is under way: what the network holds back never reaches the device', async () => {
    for (const body of [
      Buffer.of(1, 5, 0, 3, 0xff, 0),
      Buffer.of(1, 6, 0, 3, 0, 1),
      Buffer.of(1, 15, 0, 3, 0, 1, 1, 1),
      Buffer.of(1, 16, 0, 3, 0, 1, 2, 0, 1),
      Buffer.of(1, 22, 0, 3, 0, 1, 0, 1),
    ])
      expect(await endOf(kind, rtuFrame(body))).toBe('ECONNRESET');
  });

  it('closes it while a read is', async () => {
    expect(await endOf(kind, rtuFrame(Buffer.of(1, 3, 0, 3, 0, 1)))).toBe('closed');
  });
});
