import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { samples } from '../../test/imageSamples.ts';
import { LogoFiles } from './logoFiles.ts';

it('leaves nothing of a picture that the disk does not take', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'logos-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const logos = new LogoFiles(folder);
  const handle = await open(folder);
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync');
  await handle.close();
  onTestFinished(() => sync.mockRestore());
  sync.mockRejectedValue(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  for (let tried = 0; tried < 3; tried += 1)
    await expect(logos.add('DEMO', samples.png, undefined)).rejects.toThrow('no space left on device');
  expect(readdirSync(folder)).toEqual([]);
  sync.mockRestore();
  const name = await logos.add('DEMO', samples.png, undefined);
  expect(readdirSync(folder)).toEqual([name]);
});
