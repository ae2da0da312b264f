import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artefactName, type BundleOptions, newSigner, writePrevious } from './testing/bundle.ts';
import { bundle, flip, install, newFolder, quiet, updaterIn, withWayBack } from './testing/updating.ts';
import { readUpdateState } from './updateState.ts';

describe('an update', () => {
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
});
