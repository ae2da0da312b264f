import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('a job process keeps what was compiled of its modules once work is done, as it is killed when it has none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const kept = (): number => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
  const setting = { dataFolder: folder, resources: folder, memoryBytes: 4e8 };
  const job = fork(join(import.meta.dirname, 'main.ts'), [JSON.stringify(setting), folder], { serialization: 'advanced' });
  onTestFinished(() => void job.kill('SIGKILL'));
  const report = async (): Promise<unknown> => (await once(job, 'message'))[0];
  expect(await report()).toMatchObject({ type: 'ready' });
  const before = kept();
  // the second is answered after the first was tidied up
  for (const id of [1, 2]) {
    job.send({ type: 'work', id, kind: 'none', input: {} });
    expect(await report()).toMatchObject({ type: 'failed', id });
  }
  job.kill('SIGKILL');
  await once(job, 'exit');
  expect(kept()).toBeGreaterThan(before);
});
