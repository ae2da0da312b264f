/** What an installation makes of the server's sources, started as it is. */
import { fork, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bundledFolder } from '../../server/bundled.ts';

const root = resolve(import.meta.dirname, '../..');

it('the job process is bundled beside the server, and is ready for work', async () => {
  const made = spawnSync(process.execPath, [join(root, 'server/commands/bundleServer.ts')], { encoding: 'utf8' });
  expect(made.stderr).not.toContain('could not be bundled');
  const script = join(bundledFolder(), 'main.mjs');
  expect(existsSync(join(bundledFolder(), 'serve.mjs'))).toBe(true);
  // read with the server, each costs a start more than ten milliseconds: read when a serial line is opened, or a password is checked
  const read = readdirSync(bundledFolder()).map((name) => readFileSync(join(bundledFolder(), name), 'utf8'));
  const readAtOnce = /^import [^(]*?["'](serialport|@node-rs\/argon2)["']|require\(["'](serialport)["']\)/m;
  expect(read.flatMap((code) => readAtOnce.exec(code)?.[0] ?? [])).toEqual([]);
  const setting = { dataFolder: '/', resources: join(root, 'resources'), memoryBytes: 400 * 1_048_576 };
  const child = fork(script, [JSON.stringify(setting), ''], { serialization: 'advanced' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const reports: unknown[] = [];
  const answered = new Promise<void>((done) => {
    child.on('message', (report: { type?: string }) => {
      reports.push(report);
      if (report.type === 'ready') child.send({ type: 'work', id: 1, kind: 'nothing', input: null });
      else done();
    });
    child.once('exit', () => done());
  });
  await answered;
  expect(reports).toMatchObject([{ type: 'ready' }, { type: 'failed', id: 1, message: expect.stringContaining('nothing') }]);
});
