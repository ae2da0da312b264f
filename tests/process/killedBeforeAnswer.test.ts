import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../server/core/clock.ts';
import { rawConnectionOf } from '../../server/db/writer.ts';
import { Storage } from '../../server/storage.ts';
import { silent } from '../../server/test/httpRig.ts';

const child = join(import.meta.dirname, '../../server/test/commandChild.ts');
const folder = mkdtempSync(join(tmpdir(), 'killed-before-answer-'));
const children: ChildProcess[] = [];

/** A gateway with one register that answers no write: it puts the first one off until the second has come, and drops that. */
const startPutOff = async () => {
  const writes: number[] = [];
  let register = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (request) => {
      if (request[7] === 6) {
        writes.push(request.readUInt16BE(10));
        if (writes.length === 2) register = writes[0] ?? 0;
        return;
      }
      const count = request.readUInt16BE(10);
      const answer = Buffer.alloc(9 + 2 * count);
      request.copy(answer, 0, 0, 8);
      answer.writeUInt16BE(3 + 2 * count, 4);
      answer[8] = 2 * count;
      for (let at = 0; at < count; at += 1) if (request.readUInt16BE(8) + at === 10) answer.writeUInt16BE(register, 9 + 2 * at);
      socket.write(answer);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { writes, server, port: (server.address() as AddressInfo).port };
};

const startCommands = (port: number): ChildProcess => {
  const started = spawn(process.execPath, [child, folder, String(port), '7'], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(started);
  return started;
};

afterEach(() => {
  for (const one of children) one.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('the next command is not confirmed by the one that was sent before a kill and carried out after it', {
  timeout: 120_000,
}, async () => {
  const prepared = new Storage(folder, systemClock, silent);
  rawConnectionOf(prepared.writer).exec("insert into industry (id, name, joined_at) values ('DEMO', 'Demo', 0)");
  prepared.stop();
  const { writes, server, port } = await startPutOff();
  const first = startCommands(port);
  await expect.poll(() => writes.length, { timeout: 60_000 }).toBe(1);
  first.kill('SIGKILL');
  await once(first, 'close');
  const second = startCommands(port);
  const [line] = await once(second.stdout ?? first, 'data');
  second.kill('SIGKILL');
  await once(second, 'close');
  server.close();
  expect(writes.slice(0, 2)).toEqual([7, 7]);
  expect(JSON.parse(String(line).split('\n')[0] ?? '')).toMatchObject({ value: 7, outcome: 'UNKNOWN' });
});
