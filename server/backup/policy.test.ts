import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { backupPolicy } from '../contract/plant/backup.ts';
import { readPolicy, writePolicy } from './policy.ts';

it('where backups go and how many are kept is refused, or the same, with any single bit of its file flipped', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-policy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'backup.json');
  const policy = backupPolicy.parse({ folder: '/mnt/backups' });
  // of an earlier version, which had no check
  writeFileSync(path, JSON.stringify({ format: 'headworks-backup-policy-1', ...policy }, undefined, 2));
  expect(readPolicy(folder)).toEqual(policy);
  writePolicy(folder, policy);
  const whole = readFileSync(path);
  for (let bit = 0; bit < whole.length * 8; bit += 1) {
    const flipped = Buffer.from(whole);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    writeFileSync(path, flipped);
    let found: unknown = policy;
    try {
      found = readPolicy(folder);
    } catch (error) {
      expect(String(error)).toContain(`${path} is damaged`);
    }
    expect(found).toEqual(policy);
  }
});
