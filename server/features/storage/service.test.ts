import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { storageRig } from '../../test/storageRig.ts';

const LOOK_MS = 10_000;

const start = () => {
  vi.useFakeTimers();
  const folder = mkdtempSync(join(tmpdir(), 'headworks-storage-'));
  let fault: string | null = null;
  const rig = storageRig(folder, { readingsFault: () => fault });
  rig.service.start();
  onTestFinished(() => {
    rig.service.stop();
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  });
  const look = (now: string | null): string[] => {
    fault = now;
    vi.advanceTimersByTime(LOOK_MS);
    return rig.service.findings();
  };
  return { ...rig, look };
};

it('says and raises that readings are not stored, where the disk has no part in it, once that lasts', () => {
  const { alarms, look } = start();
  expect(look('UNIQUE constraint failed')).toEqual([]);
  // an alarm of the run before is over
  expect(alarms).toEqual([null]);
  expect(look('UNIQUE constraint failed')).toEqual(['notWritable']);
  expect(look(null)).toEqual([]);
  expect(alarms).toEqual([null, 'Readings cannot be stored: they are in memory alone and are tried again', null]);
  // tried once more with success: it has to last anew
  expect(look('UNIQUE constraint failed')).toEqual([]);
});

it('says it by the disk where that is full or refuses', () => {
  const { alarms, room, look } = start();
  room.isFull = true;
  look('SQLITE_FULL');
  expect(look('SQLITE_FULL')).toEqual(['diskFull']);
  Object.assign(room, { isFull: false, isFailing: true });
  expect(look('SQLITE_IOERR')).toEqual(['notWritable']);
  expect(alarms).toEqual([
    'The disk is full: readings and changes are not stored',
    'The disk refuses to be written: readings and changes are not stored',
  ]);
});
