import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Figures, Scenario } from '../scenario.ts';

/** Scripts of their own, for the plant of 1,000 series takes minutes to make the first time. */
const script = (ids: string, name: string, file: string): Scenario => ({
  ids,
  name,
  isShort: false,
  run: async () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '..', file)], {
      encoding: 'utf8',
      maxBuffer: 16 * 1_048_576,
    });
    const figures: Figures = {};
    for (const [, what = '', value = ''] of stdout.matchAll(/^(.+?)(?:: | (?=\d))(.+)$/gm)) figures[what] = value;
    return { figures, faults: status === 0 ? [] : [stderr.slice(-400) || `ended with ${status}`] };
  },
});

export const bigBackup = script('A6, A7', 'backup, restore and recovery of 1,000 series x 1 year', 'bigBackup.ts');
export const bigReports = script(
  'A23',
  'answers beside yearly reports of 1,000 series, and a report that is cancelled',
  '../../bench/reports.ts',
);
