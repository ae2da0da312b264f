import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { backupPolicy } from '../contract/plant/backup.ts';
import { dataFiles } from './dataFiles.ts';
import { prepareFolder } from './policy.ts';

it('what the plant keeps on another disk, behind a link, is part of it, and a link that leads back is followed once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [plant, disk] = [join(folder, 'plant'), join(folder, 'disk')];
  for (const one of [plant, join(disk, 'photos')]) mkdirSync(one, { recursive: true });
  writeFileSync(join(disk, 'settings.json'), '{}');
  writeFileSync(join(disk, 'photos', 'pump.png'), 'png');
  symlinkSync(join(disk, 'settings.json'), join(plant, 'headworks.json'));
  symlinkSync(join(disk, 'photos'), join(plant, 'photos'));
  symlinkSync(plant, join(disk, 'photos', 'plant'));
  symlinkSync(join(folder, 'absent'), join(plant, 'absent'));
  expect(dataFiles(plant)).toMatchObject([
    { path: 'headworks.json', bytes: 2 },
    { path: 'photos/pump.png', bytes: 3 },
  ]);
});

it('backups that lie in the data folder are no part of the next one, and are not put there among the rest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const site = '23f362ae-581e-46fa-8c32-54f410b28bcb';
  for (const one of ['nightly/headworks-23f362ae', 'backups']) mkdirSync(join(folder, one), { recursive: true });
  writeFileSync(join(folder, 'nightly/headworks-23f362ae/one.hwb'), '');
  expect(dataFiles(folder, join(folder, 'nightly/headworks-23f362ae'))).toEqual([]);
  const use = (chosen: string) => prepareFolder(folder, { ...backupPolicy.parse({}), folder: chosen }, site);
  for (const chosen of [folder, join(folder, 'nightly')]) expect(() => use(chosen)).toThrow('inside the data folder');
  use(join(folder, 'backups'));
});

it('what a killed server left half written is no part of it, in whatever folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const one of ['industry-logo', 'keys']) mkdirSync(join(folder, one));
  for (const name of ['a.png', 'b.png.part']) writeFileSync(join(folder, 'industry-logo', name), 'png');
  for (const name of ['site.json', 'site.json.tmp']) writeFileSync(join(folder, 'keys', name), '{}');
  expect(dataFiles(folder).map(({ path }) => path)).toEqual(['industry-logo/a.png', 'keys/site.json']);
});
