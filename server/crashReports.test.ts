import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCrashes, writeCrash } from './crashReports.ts';

it('what ended the server is kept for nobody else to read, without tokens, the newest ten', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(readCrashes(folder)).toEqual([]);
  const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhc2hhIn0.c2lnbmF0dXJl';
  for (let at = 0; at < 12; at += 1)
    writeCrash(folder, new Error(`fault ${at} with ${token}`), { version: '0.1.0', nowMs: 1_700_000_000_000 + at * 1000 });
  const names = readdirSync(join(folder, 'crashes'));
  expect(names).toHaveLength(10);
  expect(statSync(join(folder, 'crashes', names[0] ?? '')).mode & 0o777).toBe(0o600);
  const crashes = readCrashes(folder) as { message: string; stack: string; version: string }[];
  expect(crashes.map(({ message }) => message.slice(0, 8))).toEqual(['fault 7 ', 'fault 8 ', 'fault 9 ', 'fault 10', 'fault 11']);
  expect(JSON.stringify(crashes)).not.toContain('c2lnbmF0dXJl');
  expect(crashes[0]?.stack).toContain('crashReports.test.ts');
  // the server ends: what cannot be written is no further fault
  expect(writeCrash('/dev/null/nowhere', new Error('x'), { version: '', nowMs: 0 })).toBeUndefined();
});
