import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { INSTANCE_HEADER } from '../../server/contract/process/shell.ts';
import { findRunning, isSetUp, readRunning, serviceFolders } from './attach.ts';

const instance = '2f1c1b52-7a11-4a39-9d5f-2a1e7e6b1c11';
const folderWith = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'attach-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'server.json'), text);
  return folder;
};
const fileOf = (url: string): string =>
  JSON.stringify({ pid: 4242, url, addresses: [], startedAt: '2026-11-22T08:00:00.000Z', schema: 260, instance });
const listening = async (headers: Record<string, string>): Promise<string> => {
  const server = createServer((_request, response) => response.writeHead(200, headers).end('{}'));
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

it('finds the server whose file names it and that answers by that name', async () => {
  const url = await listening({ [INSTANCE_HEADER]: instance });
  expect(await findRunning(['/nowhere', folderWith(fileOf(url))])).toMatchObject({ url, pid: 4242 });
});

it('does not show another program that took the port', async () => {
  for (const headers of [{}, { [INSTANCE_HEADER]: 'another-instance-name' }])
    expect(await findRunning([folderWith(fileOf(await listening(headers)))])).toBeUndefined();
});

it('does not find one that is gone', async () => {
  expect(await findRunning([folderWith(fileOf('http://127.0.0.1:9/'))])).toBeUndefined();
});

it.each([
  'nonsense',
  '{}',
  fileOf('http://192.168.1.20:8080/'),
  fileOf('https://127.0.0.1:8443/'),
  fileOf('http://127.0.0.1.example.com/'),
  fileOf('file:///etc/passwd'),
])('believes no file like %s', (text) => {
  expect(readRunning(folderWith(text))).toBeUndefined();
});

it('looks where services of each system keep such files', () => {
  expect(serviceFolders('linux', {})).toContain('/run/headworks');
  expect(serviceFolders('win32', { ProgramData: 'D:\\Data' })[0]).toContain('Headworks');
});

it('asks a server whether it has an owner', async () => {
  const server = createServer((request, response) =>
    response.end(JSON.stringify({ required: request.url !== '/api/plant/setup' })),
  );
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await isSetUp(url)).toBe(true);
  expect(await isSetUp(await listening({}))).toBe(false);
});
