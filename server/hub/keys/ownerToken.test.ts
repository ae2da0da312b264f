import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ownerToken } from './ownerToken.ts';

it('the token of a hub’s owner is made once, and an empty file is no token that anybody has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'owner-token-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'hub-owner-token');
  const token = ownerToken(folder);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect([ownerToken(folder), readFileSync(path, 'utf8')]).toEqual([token, `${token}\n`]);
  for (const damaged of ['', '\n', token.slice(0, 7), `${token} ${token}`]) {
    writeFileSync(path, damaged);
    expect(() => ownerToken(folder)).toThrow(`${path} holds no token: remove the file, and the next start makes a new one`);
  }
});
