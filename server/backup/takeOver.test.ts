import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadIdentity, renewIdentity } from '../bundle/identity.ts';
import { systemClock } from '../core/clock.ts';
import { openDatabase } from '../db/open.ts';
import { openWriter } from '../db/openWriter.ts';
import { takeOver } from './takeOver.ts';

const nowMs = Date.parse('2026-11-29T15:30:00Z');

/** A plant whose restored state allows writing, in the place of one that is made of the same or is another. */
const plant = () => {
  const root = mkdtempSync(join(tmpdir(), 'take-over-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [dataFolder, into] = [join(root, 'data'), join(root, 'into')];
  mkdirSync(dataFolder);
  const path = join(dataFolder, 'headworks.db');
  const { writer } = openWriter(path, systemClock);
  writer.close();
  loadIdentity(join(dataFolder, 'keys'), nowMs);
  const turn = (value: 'on' | 'off') => {
    const { sqlite } = openDatabase(path);
    sqlite.prepare("insert or replace into plc_site (name, value) values ('readOnly', ?)").run(value);
    sqlite.close();
  };
  turn('off');
  mkdirSync(into);
  copyFileSync(path, join(into, 'headworks.db'));
  cpSync(join(dataFolder, 'keys'), join(into, 'keys'), { recursive: true });
  const restored = (as: 'replacement' | 'copy' = 'replacement'): unknown => {
    takeOver({ into, as, snapshot: 's', manifest: { createdAt: '2026-11-01T00:00:00Z' }, days: 0, dataFolder, nowMs });
    const { sqlite } = openDatabase(join(into, 'headworks.db'), { readonly: true });
    const found = sqlite.prepare("select value from plc_site where name = 'readOnly'").pluck().get();
    sqlite.close();
    return found;
  };
  return { dataFolder, path, turn, restored };
};

it('a backup does not allow writing to devices where that was forbidden since', () => {
  const { turn, restored } = plant();
  turn('on');
  expect(restored()).toBe('on');
});

it('a backup leaves writing allowed where it still is', () => {
  expect(plant().restored()).toBe('off');
});

it('a copy for testing writes to no device', () => {
  expect(plant().restored('copy')).toBe('on');
});

it('a plant that cannot be read, or is another one, says nothing of writing', () => {
  const damaged = plant();
  damaged.turn('on');
  writeFileSync(damaged.path, 'no database');
  expect(damaged.restored()).toBe('off');
  const other = plant();
  other.turn('on');
  renewIdentity(join(other.dataFolder, 'keys'), nowMs);
  expect(other.restored()).toBe('off');
});
