import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  artefactName,
  type BundleOptions,
  installed,
  known,
  newSigner,
  nowMs,
  release,
  roots,
  signatureFile,
  writeBundle,
  writePrevious,
} from './testing/bundle.ts';
import { Updater, type UpdateSteps } from './updater.ts';
import { readUpdateState, writeUpdateState } from './updateState.ts';
import { verifyBundle } from './verifyBundle.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'update-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const bundle = (options: BundleOptions = {}): string => {
  const folder = newFolder();
  writeBundle(folder, options);
  return folder;
};
const flip = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};
const verify = (folder: string, change: Partial<typeof installed> = {}) =>
  verifyBundle(folder, known, { ...installed, ...change }, { nowMs });
const quiet = (done: string[]): UpdateSteps => ({
  freeBytes: () => 1e12,
  backUp: async () => {
    done.push('backUp');
    return 'backup-1';
  },
  stop: async () => void done.push('stop'),
  install: async (path) => void done.push(path.endsWith('/installed/1.3.2') ? 'install before' : 'install'),
  isHealthy: async () => true,
  restore: async () => void done.push('restore'),
  start: async () => void done.push('start'),
});
const updaterIn = (folder: string, steps: UpdateSteps) =>
  new Updater({
    folder,
    roots: known,
    installed: () => installed,
    version: installed.version,
    steps,
    nowMs: () => nowMs,
    say: () => undefined,
  });
/** What the shell does, and then the one that is started anew. */
const install = async (updater: Updater, source: string) => (await updater.prepare(source)) ?? (await updater.resume());

describe('a bundle', () => {
  it('that is right is taken, with its artefact for this platform', async () => {
    expect(await verify(bundle())).toMatchObject({
      manifest: { version: '1.4.0' },
      artefact: { file: artefactName },
      warnings: [],
    });
  });

  it('that expired is taken with a warning: plants are without the internet for years', async () => {
    const { warnings } = await verify(bundle({ change: { expiresAt: '2026-01-01T00:00:00Z' }, validTo: '2026-02-01T00:00:00Z' }));
    expect(warnings).toEqual([expect.stringContaining('expired on 2026-01-01'), expect.stringContaining('time of the key')]);
  });

  it('that was tried before without success may be tried again', async () => {
    expect(await verify(bundle(), { sequence: 37 })).toMatchObject({ manifest: { sequence: 37 } });
  });

  const stranger = newSigner('release-1');
  const tampered: [string, () => string, RegExp][] = [
    [
      'a flipped bit in the artefact',
      () => {
        const folder = bundle();
        flip(join(folder, artefactName), 100_000);
        return folder;
      },
      /not what was signed/,
    ],
    [
      'a flipped bit in the manifest',
      () => {
        const folder = bundle();
        flip(join(folder, 'manifest.json'), 60);
        return folder;
      },
      /not signed by a key for releases/,
    ],
    ['another key of the same name', () => bundle({ signers: [stranger] }), /not signed by a key for releases/],
    [
      'no signature',
      () => {
        const folder = bundle();
        rmSync(join(folder, 'manifest.sig'));
        return folder;
      },
      /manifest.sig is missing/,
    ],
    ['an older sequence', () => bundle({ change: { sequence: 35 } }), /older than one seen before/],
    [
      'a copy cut short',
      () => {
        const folder = bundle();
        truncateSync(join(folder, artefactName), 1000);
        return folder;
      },
      /cut short/,
    ],
    [
      "another platform's artefact under this one's name",
      () => {
        const folder = bundle();
        writeFileSync(join(folder, artefactName), Buffer.alloc(200_000, 'MZ for Windows'));
        return folder;
      },
      /not what was signed/,
    ],
    [
      'keys of expired roots without their signature',
      () => bundle({ keysSigners: [], validTo: '2026-01-02T00:00:00Z' }),
      /not signed by the roots/,
    ],
    ['keys that one root of two signed', () => bundle({ keysSigners: [roots[0]] }), /not signed by the roots/],
    ['keys that one root signed twice', () => bundle({ keysSigners: [roots[0], roots[0]] }), /not signed by the roots/],
    ['older keys', () => bundle({ keysSequence: 3 }), /keys.json is older/],
    ['a sequence that leaps', () => bundle({ change: { sequence: 20_000 } }), /leaps/],
    ['an older version', () => bundle({ change: { version: '1.3.1' } }), /no newer than 1.3.2/],
    ['the same version', () => bundle({ change: { version: '1.3.2' } }), /no newer than 1.3.2/],
    ['another channel', () => bundle({ change: { channel: 'candidate' } }), /channel candidate/],
    ['a step between left out', () => bundle({ change: { minimumVersion: '1.3.9' } }), /1.3.9 has to be installed first/],
    ['a database it does not know', () => bundle({ change: { schema: { from: 175, to: 185 } } }), /takes databases of step 175/],
    [
      'a path instead of a name',
      () =>
        bundle({
          change: { artefacts: [{ platform: 'linux-x64', kind: 'deb', file: '../x.deb', bytes: 1, sha256: '0'.repeat(64) }] },
        }),
      /not of the format/,
    ],
    [
      'an artefact that is a link',
      () => {
        const folder = bundle();
        renameSync(join(folder, artefactName), join(folder, 'elsewhere'));
        symlinkSync(join(folder, 'elsewhere'), join(folder, artefactName));
        return folder;
      },
      /is missing/,
    ],
    [
      "the keys' signature for the manifest",
      () => {
        const folder = bundle();
        const bytes = readFileSync(join(folder, 'manifest.json'));
        writeFileSync(join(folder, 'manifest.sig'), signatureFile('headworks-keys-1', bytes, [release]));
        return folder;
      },
      /not signed by a key for releases/,
    ],
    ['nothing in the folder', newFolder, /keys.json is missing/],
  ];
  it.each(tampered)(
    'with %s installs nothing',
    async (_what, make, reason) => {
      const source = make();
      const done: string[] = [];
      const folder = newFolder();
      writeUpdateState(join(folder, 'update.json'), {
        seen: { stable: 36 },
        keysSequence: 4,
        current: null,
        kept: null,
        last: null,
      });
      await expect(updaterIn(folder, quiet(done)).prepare(source)).rejects.toThrow(reason);
      expect([done, existsSync(join(folder, 'next'))]).toEqual([[], false]);
    },
    180_000,
  );

  it('is refused by a program without roots, whatever it holds', async () => {
    await expect(verifyBundle(bundle(), { threshold: 2, keys: [] }, installed, { nowMs })).rejects.toThrow(
      'without keys for updates',
    );
  });

  it('with an artefact of 150 MB is judged within 5 s of the processor', async () => {
    const folder = bundle({ content: Buffer.alloc(150_000_000, 7) });
    // of the processor, which a busy machine does not lengthen
    const before = process.cpuUsage();
    await verify(folder);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
  });
});

describe('an update', () => {
  it('is backed up before the server stops, and remembers its sequence where no update overwrites it', async () => {
    const folder = newFolder();
    const done: string[] = [];
    expect(await install(updaterIn(folder, quiet(done)), bundle())).toMatchObject({ outcome: 'installed' });
    expect(done).toEqual(['backUp', 'stop', 'install', 'start']);
    expect(readUpdateState(join(folder, 'update.json'))).toMatchObject({ seen: { stable: 37 }, keysSequence: 4, current: null });
    await expect(updaterIn(folder, quiet(done)).prepare(bundle({ change: { sequence: 36 } }))).rejects.toThrow('older');
  });

  it('changes nothing where no backup can be made, or the disk is short', async () => {
    const [folder, done] = [newFolder(), [] as string[]];
    const noBackup = { ...quiet(done), backUp: () => Promise.reject(new Error('the stick is full')) };
    expect(await install(updaterIn(folder, noBackup), bundle())).toEqual({
      to: '1.4.0',
      outcome: 'abandoned',
      reason: 'no backup could be made before: the stick is full',
    });
    const noRoom = { ...quiet(done), freeBytes: () => 599_999 };
    await expect(updaterIn(newFolder(), noRoom).prepare(bundle())).rejects.toThrow('too little room');
    expect(done).toEqual([]);
  });

  const withWayBack = (): string => {
    const folder = bundle();
    writePrevious(folder);
    return folder;
  };

  it.each([
    ['does not answer', { isHealthy: async (version: string) => version === '1.3.2' }, /does not answer/],
    ['cannot be installed', {}, /dpkg ended with 1/],
  ])('that %s is taken back with its database', async (what, change, reason) => {
    const done: string[] = [];
    const steps = { ...quiet(done), ...change };
    const { install: installs } = steps;
    if (what === 'cannot be installed')
      steps.install = (path) => (path.includes('1.4.0') ? Promise.reject(new Error('dpkg ended with 1')) : installs(path));
    const outcome = await install(updaterIn(newFolder(), steps), withWayBack());
    expect(outcome).toMatchObject({ outcome: 'rolledBack', reason: expect.stringMatching(reason) });
    expect(done.slice(-4)).toEqual(['stop', 'install before', 'restore', 'start']);
  });

  it('keeps its installer for the way back from the next one, and says where there is none', async () => {
    const [folder, done] = [newFolder(), [] as string[]];
    const noWayBack = [expect.stringContaining('no installer of 1.3.2 to go back to')];
    expect((await updaterIn(folder, quiet(done)).check(bundle())).warnings).toEqual(noWayBack);
    expect((await updaterIn(folder, quiet(done)).check(withWayBack())).warnings).toEqual([]);
    await install(updaterIn(folder, quiet(done)), withWayBack());
    expect(readUpdateState(join(folder, 'update.json')).kept).toMatchObject({
      version: '1.4.0',
      artefact: { file: artefactName },
    });
    expect([existsSync(join(folder, 'installed', '1.4.0')), existsSync(join(folder, 'installed', '1.3.2'))]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['of another version', { change: { version: '1.3.1' } }],
    ['that no release key signed', { signers: [newSigner('release-1')] }],
    ['whose keys no root signed', { keysSigners: [] }],
    ['for another platform', { change: { artefacts: [] } }],
  ])('takes no installer for the way back %s', async (_what, options: BundleOptions) => {
    const folder = bundle();
    writePrevious(folder, options);
    expect((await updaterIn(newFolder(), quiet([])).check(folder)).warnings).toHaveLength(1);
  });

  it('says that neither version runs rather than that one came back', async () => {
    const outcome = await install(updaterIn(newFolder(), { ...quiet([]), isHealthy: async () => false }), bundle());
    expect(outcome).toMatchObject({
      outcome: 'stuck',
      reason: 'the new version does not answer, and 1.3.2 does not answer either',
    });
  });

  it('whose copy was damaged before it was installed is taken back and never run', async () => {
    const [folder, done] = [newFolder(), [] as string[]];
    const updater = updaterIn(folder, quiet(done));
    await updater.prepare(withWayBack());
    flip(join(folder, 'next', artefactName), 5000);
    expect(await updater.resume()).toMatchObject({
      outcome: 'rolledBack',
      reason: expect.stringContaining('not what was signed'),
    });
    expect(done).not.toContain('install');
  });

  it('is over where the new version runs and the one that installed it was cut short', async () => {
    const folder = newFolder();
    const parts = {
      folder,
      roots: known,
      installed: () => installed,
      steps: quiet([]),
      nowMs: () => nowMs,
      say: () => undefined,
    };
    const before = new Updater({ ...parts, version: '1.3.2' });
    await before.prepare(bundle());
    const state = readUpdateState(join(folder, 'update.json'));
    if (state.current)
      writeUpdateState(join(folder, 'update.json'), { ...state, current: { ...state.current, phase: 'checking' } });
    expect(before.settle()).toBeUndefined();
    expect(new Updater({ ...parts, version: '1.4.0' }).settle()).toMatchObject({ outcome: 'installed' });
    expect(readUpdateState(join(folder, 'update.json')).current).toBeNull();
  });

  it('does not forget what it saw when its file is damaged: it installs nothing', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'update.json'), '{"seen":');
    await expect(updaterIn(folder, quiet([])).prepare(bundle())).rejects.toThrow();
    expect(existsSync(join(folder, 'next'))).toBe(false);
  });

  it('whose stick was pulled during the copy is left, and the plant goes on', async () => {
    const folder = newFolder();
    const { artefact } = await verify(bundle());
    writeUpdateState(join(folder, 'update.json'), {
      seen: {},
      keysSequence: 0,
      current: { phase: 'copying', from: '1.3.2', to: '1.4.0', artefact, backup: null, tries: 0 },
      kept: null,
      last: null,
    });
    mkdirSync(join(folder, 'next'));
    appendFileSync(join(folder, 'next', artefactName), 'half');
    const done: string[] = [];
    expect(await updaterIn(folder, quiet(done)).resume()).toMatchObject({ outcome: 'abandoned' });
    expect([done, existsSync(join(folder, 'next', artefactName))]).toEqual([[], false]);
  });

  /** One process after another, the first of them killed before its n-th step, until one ends the update. */
  const untilDone = (cut: number, healthy: string) => {
    const [folder, source] = [newFolder(), withWayBack()];
    const file = join(folder, 'update.json');
    const script = join(import.meta.dirname, 'testing/installOnce.ts');
    const run = (at: number) =>
      spawnSync(process.execPath, [script, folder, source, String(at), JSON.stringify(known), healthy], { encoding: 'utf8' });
    let left = cut;
    const ended: { signal: string | null; stderr: string }[] = [];
    do {
      const before = stepsIn(folder).length;
      const { signal, stderr } = run(left);
      ended.push({ signal, stderr });
      left = signal ? 0 : Math.max(0, left - (stepsIn(folder).length - before));
    } while (readUpdateState(file).current && ended.length < 5);
    const runs = existsSync(join(folder, 'runs')) ? readFileSync(join(folder, 'runs'), 'utf8') : '1.3.2';
    const { current, last } = readUpdateState(file);
    const killed = ended.filter(({ signal }) => signal === 'SIGKILL').length;
    return { killed, errors: ended.map(({ stderr }) => stderr).join(''), steps: stepsIn(folder), runs, current, last };
  };
  const stepsIn = (folder: string): string[] =>
    readFileSync(join(folder, 'steps'), { encoding: 'utf8', flag: 'a+' }).trim().split('\n').filter(Boolean);

  it.each([1, 2, 3, 4, 5])('killed before its step %i ends in one version that runs', (cut) => {
    const { killed, errors, steps, runs, current, last } = untilDone(cut, 'yes');
    expect([killed, errors, current]).toEqual([1, '', null]);
    expect([last?.outcome, runs]).toEqual(cut < 3 ? ['abandoned', '1.3.2'] : ['installed', '1.4.0']);
    // a server that was stopped was started again, by the update or by the shell that went on with it
    if (last?.outcome === 'installed') expect(steps.slice(-2)).toEqual(['start', 'check 1.4.0']);
  });

  it.each([6, 7, 8, 9, 10])('that does not answer, killed before its step %i, is still taken back', (cut) => {
    const { killed, errors, steps, runs, current, last } = untilDone(cut, 'no');
    expect([killed, errors, current, last?.outcome, runs]).toEqual([1, '', null, 'rolledBack', '1.3.2']);
    expect(steps.slice(-3)).toEqual(['restore backup-1', 'start', 'check 1.3.2']);
  });
});
