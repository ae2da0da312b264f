import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Scenario } from '../scenario.ts';

const root = resolve(import.meta.dirname, '../../..');

/** A test of the product that shows a figure too, with more rounds than `npm test` gives it. */
const vitest = (
  ids: string,
  name: string,
  isShort: boolean,
  files: readonly string[],
  env: (short: boolean) => Record<string, string> = () => ({}),
): Scenario => ({
  ids,
  name,
  isShort,
  run: async (short) => {
    const projects = ['--project', 'server', '--project', 'process'];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...projects, ...files],
      {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 64 * 1_048_576,
        env: { ...process.env, ...env(short) },
      },
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
    const text = `${stdout}${stderr}`.replace(/\u001b\[[0-9;]*m/g, '');
    const said = [...text.matchAll(/^(.*(?:acknowledged|closed after|resident memory).*)$/gm)].map(([line]) => line.trim());
    const tests = /Tests\s+(.*)/.exec(text)?.[1] ?? 'none';
    return {
      figures: { tests, ...(said.length > 0 && { figures: said.join('; ') }) },
      faults:
        status === 0
          ? []
          : [
              text
                .split('\n')
                .filter((line) => /FAIL|Error/.test(line))
                .slice(0, 6)
                .join(' | '),
            ],
    };
  },
});

export const processTests: readonly Scenario[] = [
  vitest('A6', 'flipped bits, damaged databases, drills', false, [
    'server/features/storage/selfTest.test.ts',
    'server/jobs/drill.test.ts',
    'server/backup',
    'server/bundle',
    'tests/process/restore.test.ts',
  ]),
  vitest('A24', 'the write-ahead log while a reader holds it', true, ['server/storage.test.ts']),
  vitest('A9, A10', 'malformed requests and slow connections', false, ['tests/process/abuse.test.ts'], (short) => ({
    HEADWORKS_MALFORMED: short ? '2000' : '30000',
    HEADWORKS_KILLS: '5',
  })),
  vitest('A15', 'kill -9 while commands are sent', true, ['tests/process/killDuringCommands.test.ts'], (short) => ({
    HEADWORKS_KILLS: short ? '5' : '200',
  })),
];
