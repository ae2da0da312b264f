import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { diskCallsOf } from '../../test/diskCalls.ts';
import { writeWholeFile } from './wholeFile.ts';

/** A program whose files may have 8 KiB: as on a disk that is almost full, a longer one is taken in part, and without an error. */
const writeWithLittleRoom = (program: string): { status: number | null; stderr: string } => {
  const limited = `trap '' XFSZ; ulimit -f 8; exec "$0" --input-type=module --eval "$1"`;
  const { status, stderr } = spawnSync('bash', ['-c', limited, process.execPath, program], { encoding: 'utf8' });
  return { status, stderr };
};
const moduleAt = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

it.each([
  ['what is kept beside the database', './wholeFile.ts', "one.writeWholeFile(path, 'b'.repeat(20000))"],
  [
    'the ends of the chains',
    '../../features/storage/headFile.ts',
    "one.writeHeadFile(folder, { audit: { seq: 1, hash: 'b'.repeat(20000) } })",
  ],
])('%s stays whole where the new text has room in part only', (_, from, write) => {
  const folder = mkdtempSync(join(tmpdir(), 'whole-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'chain-heads.json');
  writeFileSync(path, 'as it was');
  const program = `const [folder, path] = ${JSON.stringify([folder, path])}; const one = await import(${moduleAt(from)}); ${write}`;
  const { status, stderr } = writeWithLittleRoom(program);
  expect(stderr).toContain('EFBIG');
  expect(status).not.toBe(0);
  expect(readFileSync(path, 'utf8')).toBe('as it was');
});

it.skipIf(process.platform === 'win32')(
  'is on the disk before it has its name, and its name is on the disk when it is written',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'whole-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(diskCallsOf(() => writeWholeFile(join(folder, 'policy.json'), '{}'))).toEqual([
      'sync policy.json.tmp',
      'rename policy.json',
      `sync ${basename(folder)}`,
    ]);
  },
);
