import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishSwap, markForSwap, removeUnfinished, stageIn } from '../../server/backup/swapFolder.ts';
import { readNote } from '../../server/backup/takeOver.ts';
import type { BackupRun } from '../../server/contract/plant/backup.ts';
import { writeJsonFile } from '../../server/core/files/wholeFile.ts';
import { askAt, bearer, loginAt } from '../../server/test/policyRig.ts';
import { makeWholePlant } from '../../server/test/wholePlant.ts';
import { type RunningServer, startServer } from '../startServer.ts';

const root = mkdtempSync(join(tmpdir(), 'restore-'));
const [home, elsewhere, stick] = ['plant', 'new-pc', 'stick'].map((name) => join(root, name)) as [string, string, string];
let server: RunningServer;
let token: string;
let kit: { words: string };

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
const ask = async (method: string, path: string, body?: object): Promise<{ status: number; body: any }> =>
  askAt(server.url, `/api/plant${path}`, { method, headers: bearer(token), ...(body && { body }) });
const start = async (folder: string): Promise<void> => {
  server = await startServer(['--data', folder, '--host', '127.0.0.1']);
  token = (await loginAt(server.url, 'admin')).access_token;
};
const ended = async ({ id }: BackupRun): Promise<BackupRun> => {
  for (;;) {
    const run = (await ask('GET', '/backup')).body.runs.find((one: BackupRun) => one.id === id);
    if (run.outcome !== 'running') return run;
    await delay(100);
  }
};
const unitNames = async (): Promise<string[]> =>
  (await ask('GET', '/units')).body.units.map(({ name }: { name: string }) => name);
const restore = (...args: string[]): string =>
  execFileSync(process.execPath, [resolve('server/commands/restore.ts'), ...args], { encoding: 'utf8', stdio: 'pipe' });
const snapshotFile = (): string => {
  const [site = ''] = readdirSync(stick);
  const [file = ''] = readdirSync(join(stick, site, 'snapshots'))
    .toSorted()
    .toReversed();
  return join(stick, site, 'snapshots', file);
};

beforeAll(async () => {
  for (const folder of [home, stick]) mkdirSync(folder);
  await makeWholePlant(home);
  await start(home);
  kit = (await ask('POST', '/backup/recovery-kit')).body;
  const { body: policy } = await ask('GET', '/backup/policy');
  await ask('PUT', '/backup/policy', { ...policy, folder: stick });
  expect(await ended((await ask('POST', '/backup/runs')).body)).toMatchObject({ outcome: 'verified' });
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

describe('a plant whose PC is lost', () => {
  it('comes back on another one by its backup and its kit, with the next epoch, and says so in the audit log', async () => {
    const { body: before } = await ask('GET', '/backup');
    const names = await unitNames();
    await server.stop();
    expect(() => restore(snapshotFile(), '--data', elsewhere)).toThrow('--as replacement');
    expect(() => restore(snapshotFile(), '--data', elsewhere, '--as', 'replacement')).toThrow(
      /sealed for another key: give the recovery kit .* with --kit or --kit-file/,
    );
    const printed = restore(snapshotFile(), '--data', elsewhere, '--as', 'replacement', '--kit', kit.words);
    expect(printed).toContain(`site ${before.site}, epoch 2`);
    // there was nothing that could be kept
    expect(printed).not.toContain('is kept in');
    expect(readdirSync(elsewhere).filter((name) => name.startsWith('before-restore'))).toEqual([]);
    await start(elsewhere);
    expect(await unitNames()).toEqual(names);
    expect((await ask('GET', '/backup')).body).toMatchObject({ site: before.site, fingerprint: before.fingerprint, epoch: 2 });
    expect((await ask('GET', '/audit?kind=backup.restored')).body.rows).toMatchObject([
      { after: { as: 'replacement', epoch: 2 } },
    ]);
    expect((await ask('GET', '/audit/verify')).body.ok).toBe(true);
    await server.stop();
    await start(elsewhere);
    expect((await ask('GET', '/audit?kind=backup.restored')).body.rows).toHaveLength(1);
    await server.stop();
  });

  it('and as a copy for testing is another plant, whose field is off and which notifies nobody', async () => {
    const copy = join(root, 'copy');
    mkdirSync(copy);
    const kitFile = join(root, 'kit.txt');
    writeFileSync(kitFile, kit.words);
    restore(snapshotFile(), '--data', copy, '--as', 'copy', '--kit-file', kitFile);
    const settings = JSON.parse(readFileSync(join(copy, 'headworks.json'), 'utf8'));
    expect(settings).not.toHaveProperty('email');
    await start(copy);
    const { site, epoch } = (await ask('GET', '/backup')).body;
    expect(epoch).toBe(1);
    expect(readdirSync(stick)[0]).not.toBe(`headworks-${site.slice(0, 8)}`);
    const { connections } = (await ask('GET', '/connections')).body;
    expect(connections.length).toBeGreaterThan(0);
    for (const { enabled } of connections) expect(enabled).toBe(false);
    expect((await ask('GET', '/read-only')).body).toMatchObject({ readOnly: true });
    await server.stop();
  });
});

describe('npm run restore', () => {
  const refused = (...args: string[]): { status: number; stderr: string } => {
    try {
      return { status: 0, stderr: restore(...args) };
    } catch (error) {
      return error as { status: number; stderr: string };
    }
  };
  const asCopy = (folder: string, ...args: string[]) => [snapshotFile(), '--data', folder, '--as', 'copy', ...args];

  it('moves nothing in a folder that is no plant', () => {
    const desk = join(root, 'desk');
    mkdirSync(join(desk, 'letters'), { recursive: true });
    expect(refused(...asCopy(desk, '--kit', kit.words))).toMatchObject({
      status: 78,
      stderr: `headworks: ${desk} holds other things than a plant, as letters: give a folder of its own\n`,
    });
    expect(readdirSync(desk)).toEqual(['letters']);
  });

  it('says in one line what is wrong with what it was given', () => {
    const folder = join(root, 'refused');
    const file = join(root, 'a-file');
    writeFileSync(file, '');
    for (const [args, reason] of [
      [asCopy(folder, '--kit-file', join(root, 'absent')), 'the file of the recovery kit cannot be read'],
      [asCopy(folder, '--kit-file', root), 'the file of the recovery kit cannot be read'],
      [asCopy(file, '--kit', kit.words), `data folder ${file} cannot be made`],
      [[root, '--data', folder, '--as', 'copy'], `${root} is a folder: give a file of its folder snapshots`],
    ] as const) {
      const { status, stderr } = refused(...args);
      expect({ status, lines: stderr.split('\n').length }).toEqual({ status: 78, lines: 2 });
      expect(stderr).toContain(reason);
    }
  });

  it('finishes an exchange that was under way before it unpacks another backup, also where that one is refused', () => {
    const folder = join(root, 'under-way');
    for (const [place, text] of [
      [folder, 'old'],
      [stageIn(folder), 'new'],
    ] as const) {
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'headworks.db'), text);
    }
    markForSwap(folder, 0);
    expect(refused(...asCopy(folder)).stderr).toContain('sealed for another key');
    expect(readFileSync(join(folder, 'headworks.db'), 'utf8')).toBe('new');
    expect(readFileSync(join(folder, 'before-restore-19700101T000000Z', 'headworks.db'), 'utf8')).toBe('old');
    expect(existsSync(join(folder, 'restore.json'))).toBe(false);
  });
});

describe('the owner', () => {
  it('puts a backup in the place of a plant that runs: it starts again, sessions end, and the old data is kept', async () => {
    await start(home);
    const [first] = await unitNames();
    const { url } = server;
    const { units } = (await ask('GET', '/units')).body;
    const [unit] = units;
    expect((await ask('PUT', `/units/${unit.id}`, { ...unit, name: 'Changed since' })).status).toBe(200);
    const [{ name }] = (await ask('GET', '/backup/snapshots')).body.snapshots;
    expect((await ask('POST', `/backup/snapshots/${name}/restore`, { as: 'other' })).status).toBe(400);
    expect((await ask('POST', `/backup/snapshots/${name}/restore`, { as: 'replacement' })).status).toBe(200);
    while (!/starts again[\s\S]*ready http/.test(server.output())) await delay(100);
    expect((await ask('GET', '/backup')).status).toBe(401);
    token = (await loginAt(url, 'admin')).access_token;
    expect((await unitNames())[0]).toBe(first);
    expect((await ask('GET', '/backup')).body).toMatchObject({ epoch: 2, kit: expect.anything() });
    // who asked for it, though the log that said so was replaced with everything else
    const admin = (await ask('GET', '/users')).body.users.find((user: { username: string }) => user.username === 'admin');
    expect((await ask('GET', '/audit?kind=backup.restored')).body.rows).toMatchObject([
      { subject: name, userId: admin.id, ip: expect.stringContaining('127.0.0.1') },
    ]);
    expect((await ask('GET', '/audit?kind=database.logLost')).body.rows).toEqual([]);
    const [kept = ''] = readdirSync(home).filter((entry) => entry.startsWith('before-restore-'));
    expect(existsSync(join(home, kept, 'headworks.db'))).toBe(true);
    await server.stop();
  });
});

describe('a plant whose database is damaged', () => {
  it('runs again without a person, says what is missing, and takes the history in when its owner says so', async () => {
    await start(home);
    const names = await unitNames();
    const before = (await ask('GET', '/backup')).body.epoch;
    expect(await ended((await ask('POST', '/backup/runs')).body)).toMatchObject({ outcome: 'verified' });
    const gone = new Promise((done) => server.process.once('exit', done));
    server.process.kill('SIGKILL');
    await gone;
    rmSync(join(home, 'headworks.db-wal'), { force: true });
    writeFileSync(join(home, 'headworks.db'), Buffer.alloc(500_000, 7));
    await start(home);
    expect(await unitNames()).toEqual(names);
    const { missing, findings, epoch } = (await ask('GET', '/backup')).body;
    expect(missing).toMatchObject({ from: 'backup', setAside: expect.stringMatching(/^damaged-/) });
    expect(epoch).toBe(before + 1);
    expect(findings.map(({ code }: { code: string }) => code)).toContain('historyMissing');
    expect((await askAt(server.url, '/api/plant/health')).text).toContain('"historyMissing"');
    expect((await ask('GET', '/audit?kind=database.setAside')).body.rows).toHaveLength(1);
    expect(existsSync(join(home, missing.setAside, 'headworks.db'))).toBe(true);
    expect((await ask('POST', '/backup/missing', { decision: 'merge' })).body).toEqual({ days: 0 });
    expect((await ask('GET', '/backup')).body.missing).toBeNull();
    expect((await ask('POST', '/backup/missing', { decision: 'merge' })).status).toBe(404);
    await server.stop();
  });
});

describe('the exchange of one plant for another', () => {
  it('that was never marked leaves nothing behind, but what another site fetches from its hub', () => {
    const folder = join(root, 'unfinished');
    const [own, other] = [{ site: 'own' }, { site: 'other' }];
    for (const staged of [undefined, own, other]) {
      mkdirSync(join(stageIn(folder), 'keys'), { recursive: true });
      writeJsonFile(join(folder, 'keys', 'site.json'), own);
      if (staged) writeJsonFile(join(stageIn(folder), 'keys', 'site.json'), staged);
      rmSync(join(folder, 'headworks.db'), { force: true });
      removeUnfinished(folder);
      expect(existsSync(stageIn(folder))).toBe(true);
      writeFileSync(join(folder, 'headworks.db'), 'old');
      removeUnfinished(folder);
      expect(existsSync(stageIn(folder))).toBe(staged === other);
    }
  });

  it('is called off where what was to come is gone: the plant stays, also where some of it was set aside', () => {
    const folder = join(root, 'called-off');
    const names = ['headworks.db', 'keys'];
    mkdirSync(folder);
    for (const name of names) writeFileSync(join(folder, name), 'old');
    for (const setAside of [[], ['headworks.db'], names]) {
      const keep = markForSwap(folder, 0);
      for (const name of setAside) {
        mkdirSync(keep, { recursive: true });
        renameSync(join(folder, name), join(keep, name));
      }
      expect(finishSwap(folder)).toBeUndefined();
      expect(readdirSync(folder).toSorted()).toEqual(names);
    }
  });

  it('is made good after a cut at any moment', () => {
    const names = ['headworks.db', 'headworks.json', 'keys', 'industry-logo'];
    const make = (folder: string, text: string): void => {
      mkdirSync(folder, { recursive: true });
      for (const name of names) writeFileSync(join(folder, name), text);
    };
    const whole = join(root, 'whole');
    make(whole, 'old');
    make(stageIn(whole), 'new');
    writeFileSync(join(whole, 'backup.json'), 'policy');
    markForSwap(whole, 0);
    // a cut is a state of the folder: each is made by moving as far as it would have come
    for (let moved = 0; moved <= 2 * names.length; moved += 1) {
      const folder = join(root, `cut-${moved}`);
      cpSync(whole, folder, { recursive: true });
      const keep = join(folder, 'before-restore-19700101T000000Z');
      mkdirSync(keep);
      for (const name of names.slice(0, moved)) {
        cpSync(join(folder, name), join(keep, name));
        rmSync(join(folder, name));
      }
      if (moved > names.length) {
        const { check: _, ...mark } = JSON.parse(readFileSync(join(folder, 'restore.json'), 'utf8'));
        writeJsonFile(join(folder, 'restore.json'), { ...mark, phase: 'moveIn' });
        for (const name of names.slice(0, moved - names.length)) {
          cpSync(join(stageIn(folder), name), join(folder, name));
          rmSync(join(stageIn(folder), name));
        }
      }
      expect(finishSwap(folder)).toBe(keep);
      for (const name of names) {
        expect(readFileSync(join(folder, name), 'utf8')).toBe('new');
        expect(readFileSync(join(keep, name), 'utf8')).toBe('old');
      }
      expect(readdirSync(folder).toSorted()).toEqual([...names, 'backup.json', 'before-restore-19700101T000000Z'].toSorted());
      expect(finishSwap(folder)).toBeUndefined();
      expect(readNote(folder)).toBeUndefined();
    }
  });
});
