import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artefactName, installed, newSigner, nowMs, release, roots, signatureFile } from './testing/bundle.ts';
import { bundle, flip, newFolder, quiet, updaterIn, verify } from './testing/updating.ts';
import { writeUpdateState } from './updateState.ts';
import { verifyBundle } from './verifyBundle.ts';

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

  it('with an artefact of 150 MB is verified within 5 s of processor time', async () => {
    const folder = bundle({ content: Buffer.alloc(150_000_000, 7) });
    // of the processor, which a busy machine does not lengthen
    const before = process.cpuUsage();
    await verify(folder);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
  });
});
