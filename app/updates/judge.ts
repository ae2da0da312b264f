import { join } from 'node:path';
import { app } from 'electron';
import type { SurfaceReply } from '../../server/contract/process/surface.ts';
import type { Paths } from '../launch/paths.ts';
import { readRunning } from '../server/attach.ts';
import { readRoots } from './roots.ts';
import { readUpdateState } from './updateState.ts';
import { BundleRefused, verifyBundle } from './verifyBundle.ts';

export type Verdict = NonNullable<SurfaceReply<'checkUpdate'>>;

/** Whether a folder holds an update that this plant may take. Nothing of it is opened before its signature holds. */
export const judgeUpdate = async (folder: string, { data, services, updates }: Paths): Promise<Verdict> => {
  try {
    const { seen, keysSequence } = readUpdateState(join(updates, 'update.json'));
    const running = [...services, data].map(readRunning).find((one) => one !== undefined);
    if (!running) return { kind: 'refused', reason: 'the server has to run, so that its database is known' };
    const { manifest, warnings } = await verifyBundle(
      folder,
      readRoots(app.getAppPath()),
      {
        version: app.getVersion(),
        channel: 'stable',
        platform: `${process.platform}-${process.arch}`,
        kind: process.platform === 'win32' ? 'nsis' : 'deb',
        schema: running.schema,
        sequence: seen.stable ?? 0,
        keysSequence,
      },
      Date.now(),
    );
    return { kind: 'newer', version: manifest.version, warnings };
  } catch (error) {
    return {
      kind: 'refused',
      reason: error instanceof BundleRefused ? error.message : 'what is known of earlier updates cannot be read',
    };
  }
};

/** The verdict for a person. */
export const verdictWords = (verdict: Verdict): { message: string; detail: string } => {
  if (verdict.kind === 'newer')
    return {
      message: `Version ${verdict.version} is signed, whole and for this plant`,
      detail: [...verdict.warnings, 'Make a backup, then run its installer from this folder.'].join('\n'),
    };
  return { message: 'This folder holds no update for this plant', detail: verdict.reason };
};
