import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyIn } from '../../backup/copyBackup.ts';
import { loadIdentity } from '../../bundle/identity.ts';
import { Bus } from '../../core/bus.ts';
import { systemClock } from '../../core/clock.ts';
import { openWriter } from '../../db/openWriter.ts';
import { silent } from '../../test/httpRig.ts';
import { type BackupFeatureParts, createBackup } from './create.ts';

it('a copy of a backup that was being read when the server was killed keeps no room after the next start', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'backups-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const { writer } = openWriter(join(dataFolder, 'headworks.db'), systemClock);
  onTestFinished(() => writer.close());
  mkdirSync(join(copyIn(dataFolder), 'days'), { recursive: true });
  writeFileSync(join(copyIn(dataFolder), 'days', 'one.hwb'), 'cut off');
  const people = {} as Pick<BackupFeatureParts, 'users' | 'directory'>;
  createBackup({
    ...people,
    ...{ dataFolder, writer, program: '1', jobs: undefined, restart: undefined, clock: systemClock, log: silent },
    identity: loadIdentity(join(dataFolder, 'keys'), systemClock.now()),
    ingest: { flush: async () => undefined },
    bus: new Bus(silent),
  });
  expect(readdirSync(dataFolder).filter((name) => name.startsWith('temp-'))).toEqual([]);
});
