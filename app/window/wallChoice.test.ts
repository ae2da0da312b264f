import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SettingsFile } from '../settings.ts';
import { WallChoice } from './wallChoice.ts';

const setUp = async (status: () => number) => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-walls-'));
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    reply.writeHead(status()).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const said: string[] = [];
  const open = () => new WallChoice(new SettingsFile(join(folder, 'shell.json')), (message) => said.push(message));
  return { open, asked, said, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};
const endOf = (token: string) => `DELETE /api/plant/me/wall Bearer ${token}`;
const page = (token: string) => `/wall?page=water#token=${token}`;

it('ends the token of a display that is given back, once', async () => {
  const { open, asked, said, url } = await setUp(() => 200);
  const choice = open();
  choice.set('left', page('hww_a'));
  choice.set('right', page('hww_b'));
  await choice.endTokens(url);
  expect(asked).toEqual([]);
  choice.set('left', null);
  expect(choice.walls).toEqual([{ display: 'right', page: page('hww_b') }]);
  await Promise.all([choice.endTokens(url), choice.endTokens(url)]);
  await choice.endTokens(url);
  expect([asked, said]).toEqual([[endOf('hww_a')], ['the token of a wall ended']]);
});

it('ends the token before when a display gets another page, and none where it is the same page again', async () => {
  const { open, asked, url } = await setUp(() => 200);
  const choice = open();
  choice.set('left', page('hww_a'));
  choice.set('left', page('hww_a'));
  choice.set('left', page('hww_b'));
  await choice.endTokens(url);
  expect(asked).toEqual([endOf('hww_a')]);
  expect(choice.walls).toEqual([{ display: 'left', page: page('hww_b') }]);
});

it.each([500, 503, 429])('remembers a token that could not be ended (%i), also over a restart', async (status) => {
  let answer = status;
  const { open, asked, url } = await setUp(() => answer);
  const first = open();
  first.set('left', page('hww_a'));
  first.set('left', null);
  await first.endTokens(undefined);
  await first.endTokens('http://127.0.0.1:9');
  await first.endTokens(url);
  answer = 200;
  const second = open();
  await second.endTokens(url);
  await second.endTokens(url);
  expect(asked).toEqual([endOf('hww_a'), endOf('hww_a')]);
});

it.each([401, 404, 440])('forgets a token that is over already (%i)', async (status) => {
  const { open, asked, url } = await setUp(() => status);
  const choice = open();
  choice.set('left', page('hww_a'));
  choice.set('left', null);
  await choice.endTokens(url);
  await choice.endTokens(url);
  expect(asked).toEqual([endOf('hww_a')]);
});

it('has nothing to end of a page without a token', async () => {
  const { open, asked, url } = await setUp(() => 200);
  const choice = open();
  choice.set('left', '/wall');
  choice.set('left', null);
  await choice.endTokens(url);
  expect([choice.walls, asked]).toEqual([[], []]);
});
