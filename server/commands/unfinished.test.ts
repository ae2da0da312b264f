import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { markForSwap, stageIn } from '../backup/swapFolder.ts';
import { writeJsonFile } from '../core/files/wholeFile.ts';

const commands = [
  ['move', ['--to', join(tmpdir(), 'headworks-never-made')]],
  ['recoveryKit', []],
  ['rotateKey', []],
  ['unlock', ['--username', 'admin', '--new-password']],
  ['tls', []],
  ['selfTest', []],
] as const;

const said = (name: string, folder: string, more: readonly string[]): Promise<string> => {
  const where = name === 'move' ? '--from' : '--data';
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, `${name}.ts`), where, folder, ...more]).then(
    ({ stdout }) => stdout,
    ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr}`,
  );
};
const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
const folderWith = (...files: string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'unfinished-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
};

it.each(commands)(
  '%s changes nothing where a restore was cut off: part of the plant is in another folder',
  async (name, more) => {
    const folder = folderWith('headworks.db');
    mkdirSync(join(stageIn(folder), 'keys'), { recursive: true });
    markForSwap(folder, 0);
    const before = filesIn(folder);
    expect(await said(name, folder, more)).toMatch(
      /^78 headworks: a restore of .* was cut off: start the server, which finishes it/,
    );
    expect(filesIn(folder)).toEqual(before);
  },
);

it.each(commands.filter(([name]) => !/move|selfTest/.test(name)))(
  '%s changes nothing of a plant that has moved away',
  async (name, more) => {
    const folder = folderWith('headworks.db', 'keys/site.json');
    writeJsonFile(join(folder, 'moved.json'), { format: 'headworks-moved-1', to: '/srv/plant', at: '2026-11-22T02:00:00.000Z' });
    const before = filesIn(folder);
    expect(await said(name, folder, more)).toMatch(/^78 headworks: the plant of .* moved to \/srv\/plant/);
    expect(filesIn(folder)).toEqual(before);
  },
);
