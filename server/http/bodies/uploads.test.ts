import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import { messageOf } from '../../core/fail.ts';
import { Uploads } from './uploads.ts';

const field = { field: 'file', maxBytes: 1000 };
const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
const end = '\r\n--x--\r\n';

/** A server that answers with the length of the file it was sent, or why it takes none. */
const served = async () => {
  const uploads = new Uploads();
  let begun = 0;
  const app = express().post('/', async (request, response) => {
    begun += 1;
    const answer = uploads.read(field, request, response).then((file) => `${file?.length} bytes`, messageOf);
    response.end(await answer);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const begin = (): ClientRequest => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const one = send({ host: '127.0.0.1', port, method: 'POST', headers, agent: false });
    // those that are broken off end so
    one.on('error', () => undefined).write(head);
    return one;
  };
  return { begin, begun: () => begun };
};

const answerTo = async (one: ClientRequest): Promise<string> => {
  const [response] = (await once(one.end(end), 'response')) as [IncomingMessage];
  return (await response.toArray()).join('');
};

it('eight files are received at once and no ninth, until one of them is there', async () => {
  const { begin, begun } = await served();
  const [first, ...others] = Array.from({ length: 8 }, begin);
  await vi.waitFor(() => expect(begun()).toBe(8), { timeout: 60_000 });
  expect(await answerTo(begin())).toBe('Too many uploads at once');
  first?.write('abc');
  expect(await answerTo(first as ClientRequest)).toBe('3 bytes');
  const ninth = begin();
  ninth.write('de');
  expect(await answerTo(ninth)).toBe('2 bytes');
  for (const one of others) one.destroy();
});

it('a file that is too large, and one that breaks off, leave their places', async () => {
  const { begin, begun } = await served();
  for (let count = 0; count < 9; count += 1) {
    const large = begin();
    large.write('a'.repeat(1001));
    expect(await answerTo(large)).toBe('file must be at most 1000 bytes');
  }
  const broken = Array.from({ length: 8 }, begin);
  await vi.waitFor(() => expect(begun()).toBe(17), { timeout: 60_000 });
  for (const one of broken) one.destroy();
  await vi.waitFor(
    async () => {
      const whole = begin();
      whole.write('a');
      expect(await answerTo(whole)).toBe('1 bytes');
    },
    { timeout: 60_000 },
  );
});
