import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { known } from './testing/bundle.ts';
import { newFolder, withWayBack } from './testing/updating.ts';
import { readUpdateState } from './updateState.ts';

describe('an update', () => {
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
