import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadIdentity } from '../../server/bundle/identity.ts';
import { systemClock } from '../../server/core/clock.ts';
import { exitCodes } from '../../server/exitCodes.ts';
import { Storage } from '../../server/storage.ts';
import { silent } from '../../server/test/httpRig.ts';
import { makeWholePlant } from '../../server/test/wholePlant.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = /^node (server\/commands\/\w+\.ts)$/.exec(script) ?? [];
  return file === undefined ? [] : [{ name, file: resolve(file) }];
});
const run = (file: string, ...args: string[]) => spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });

it('are all those that a person runs', () => {
  expect(commands.map(({ name }) => name).toSorted()).toEqual(
    ['move', 'recovery-kit', 'restore', 'rotate-key', 'self-test', 'service', 'tls', 'unlock'].toSorted(),
  );
});

describe.each(commands)('npm run $name', ({ name, file }) => {
  it('says how it is used where it is asked', () => {
    const { status, stdout, stderr } = run(file, '--help');
    expect({ status, stderr }).toEqual({ status: exitCodes.asked, stderr: '' });
    expect(stdout).toContain(`npm run ${name} -- `);
  });

  it('does nothing with an argument that it does not know, and says so', () => {
    const { status, stdout, stderr } = run(file, '--dta', 'x');
    expect({ status, stdout }).toEqual({ status: exitCodes.configuration, stdout: '' });
    expect(stderr).toContain("Unknown option '--dta'");
    expect(stderr).toContain(`npm run ${name} -- `);
  });
});

const ofPlants = commands.filter(({ name }) => !['move', 'restore', 'service'].includes(name));

it.each(ofPlants)('npm run $name makes no plant in a folder that holds none, and says so', ({ file }) => {
  const folder = mkdtempSync(join(tmpdir(), 'no-plant-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mistyped = join(folder, 'mistyped');
  for (const data of [folder, mistyped]) {
    const { status, stdout, stderr } = run(file, '--data', data);
    expect({ status, stdout }).toEqual({ status: exitCodes.configuration, stdout: '' });
    expect(stderr).toMatch(/holds no plant|there is no/);
    expect(stderr).toContain(data);
    expect(stderr.split('\n')).toHaveLength(2);
  }
  expect(existsSync(mistyped)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

it('npm run rotate-key changes nothing at a plant without a hub, and says so', () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-hub-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  loadIdentity(join(folder, 'keys'), 0);
  new Storage(folder, systemClock, silent).stop();
  const [{ file } = { file: '' }] = commands.filter(({ name }) => name === 'rotate-key');
  const { status, stdout, stderr } = run(file, '--data', folder);
  expect({ status, stdout }).toEqual({ status: exitCodes.configuration, stdout: '' });
  expect(stderr).toContain(`${folder} has no hub, and nobody else knows its key: nothing was changed`);
  expect(existsSync(join(folder, 'keys', 'site-next.json'))).toBe(false);
});

it.runIf(process.getuid?.() === 0)('npm run recovery-kit, asked by root, leaves the kit to whom the folder belongs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'of-a-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  loadIdentity(join(folder, 'keys'), 0);
  for (const name of ['', 'keys', 'keys/site.json', 'keys/site-wrap-key.json']) chownSync(join(folder, name), 65_534, 65_534);
  const [{ file } = { file: '' }] = commands.filter(({ name }) => name === 'recovery-kit');
  expect(run(file, '--data', folder)).toMatchObject({ status: exitCodes.asked, stderr: '' });
  expect(statSync(join(folder, 'keys', 'recovery-kit.json'))).toMatchObject({ uid: 65_534, gid: 65_534 });
});

it('npm run self-test ends with 0 where all is whole, and with the code of damage where a row is not what was stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'self-tested-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await makeWholePlant(folder);
  const [{ file } = { file: '' }] = commands.filter(({ name }) => name === 'self-test');
  expect(run(file, '--data', folder)).toMatchObject({
    status: exitCodes.asked,
    stdout: expect.stringMatching(/^all whole: \d+ days, \d+ totals, \d+ open slots, \d+ rows, \d+ entries, \d+ audit rows, /),
  });
  const database = new Database(join(folder, 'headworks.db'));
  database.exec("update unit set name = name || '.' where rowid = (select min(rowid) from unit)");
  database.close();
  expect(run(file, '--data', folder)).toMatchObject({ status: 65, stdout: expect.stringMatching(/^damaged: .*\n1 damaged: /) });
});
