import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bin } from '../commands.ts';

const root = resolve(import.meta.dirname, '../..');
let folder = '';
beforeEach(() => {
  // below the project, where Playwright is found
  mkdirSync(join(root, 'dist'), { recursive: true });
  folder = mkdtempSync(join(root, 'dist', 'limit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A run of the desktop's reporter with a limit. @returns how it ended, and what it printed */
const runOf = async (spec: string, limitMs: number): Promise<{ code: number | null; printed: string }> => {
  const reporter = join(root, 'tests/desktop/begins.ts');
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `export default { reporter: [[${JSON.stringify(reporter)}, { limitMs: ${limitMs} }]], workers: 1, timeout: 0 };`,
  );
  writeFileSync(join(folder, 'some.spec.ts'), `import { expect, test } from '@playwright/test';\n${spec}`);
  const child: ChildProcess = spawn(bin('playwright'), ['test', '-c', folder], { cwd: root });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, printed };
};
const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** A run begins as quickly as the machine has time for it: its limit is several times what one takes that ends at once. */
const limitByMachine = async (): Promise<number> => {
  const beganMs = performance.now();
  const { code, printed } = await runOf(`test('ends', () => expect(1).toBe(1));`, 3_600_000);
  // a run that ends is not held up by its limit
  expect([code, printed]).toEqual([0, expect.stringContaining('begins  some.spec.ts:2 ends')]);
  return 2000 + 4 * (performance.now() - beganMs);
};

it.runIf(process.platform === 'linux')(
  'a run of the desktop that hangs is ended with what it started, and names its test; one that ends is not held up',
  async () => {
    const { code, printed } = await runOf(
      `import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    test('ends', () => expect(1).toBe(1));
    test('hangs for ever', async () => {
      const { pid } = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
      writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(pid));
      await new Promise(() => {});
    });`,
      await limitByMachine(),
    );
    expect(code).toBe(1);
    expect(printed).toMatch(/FAILED {2}not ended within [\d.]+ minutes; for \d+ s ran some\.spec\.ts:\d+ hangs for ever/);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    // killed is not gone yet: on a busy machine it ends when it is its turn
    await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false);
  },
);
