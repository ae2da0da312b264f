import { expect, it } from 'vitest';
import { panelAddresses } from './networkAddresses.ts';
import { dayNow, plantIdOf, startAtOf } from './plantDay.ts';
import {
  forgetProgress,
  isUnderWay,
  leftAt,
  readDraft,
  readProgress,
  saveDraft,
  saveProgress,
  timesOf,
  withDone,
} from './progress.ts';
import { placeByServer } from './useResume.ts';

const storage = (): Storage => {
  const all = new Map<string, string>();
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  } as Storage;
};

it('the first run is taken up where it was left, with the time of its beginning', () => {
  const kept = storage();
  expect(isUnderWay(kept)).toBe(false);
  const begun = readProgress(kept, 1000);
  saveProgress(kept, { ...begun, done: { code: 5000, plant: 9000 } });
  expect(readProgress(kept, 99_000)).toEqual({ startedMs: 1000, done: { code: 5000, plant: 9000 } });
  expect(timesOf(readProgress(kept, 0))).toEqual([
    { step: 'code', ms: 4000 },
    { step: 'plant', ms: 4000 },
  ]);
  forgetProgress(kept);
  expect(isUnderWay(kept)).toBe(false);
});

it('a plant’s name gives its id, in any script something that the server takes', () => {
  expect(plantIdOf('Sahyadri Beverages, Pune')).toBe('SAHYADRI-BEVERAGES-PUNE');
  expect(plantIdOf('सह्याद्रि')).toBe('PLANT');
});

it('before the shift’s start it is still the day before', () => {
  const atMs = Date.parse('2026-11-22T00:00:00Z');
  expect(dayNow(atMs, 'Asia/Kolkata', startAtOf('6:00'))?.date).toContain('21 Nov 2026');
  expect(dayNow(atMs, 'Asia/Kolkata', startAtOf('05:00'))?.date).toContain('22 Nov 2026');
  expect(dayNow(atMs, 'Mars/Olympus', '06:00:00')).toBeNull();
  expect(dayNow(atMs, 'UTC', startAtOf('six'))).toBeNull();
});

it('other devices are given the addresses that the server is reached by, without a port that is left out', () => {
  expect(panelAddresses(['192.168.7.20:8443', 'plant-pc.local:8443', '[fd00::7]:443'])).toEqual([
    'https://192.168.7.20:8443',
    'https://plant-pc.local:8443',
    'https://[fd00::7]',
  ]);
  expect(panelAddresses([])).toEqual([]);
});

it('what was typed before the owner is kept, and what cannot be read is none', () => {
  const kept = storage();
  saveDraft(kept, { 'owner.name': 'Asha' });
  expect(readDraft(kept)).toEqual({ 'owner.name': 'Asha' });
  forgetProgress(kept);
  expect(readDraft(kept)).toEqual({});
  kept.setItem('headworks.firstRun.draft', '{"owner.name":7}');
  expect(readDraft(kept)).toEqual({});
});

it('whoever left goes on at the first step that is not done, and a step that is done again keeps its time', () => {
  const begun = readProgress(storage(), 1000);
  expect(leftAt(begun)).toBe('code');
  const asked = withDone(withDone(begun, 'code', 2000), 'owner', 3000);
  expect(leftAt(asked)).toBe('language');
  expect(withDone(asked, 'code', 9000).done).toEqual({ code: 2000, owner: 3000 });
  expect(leftAt({ ...asked, done: { code: 1, owner: 1, language: 1, plant: 1 } })).toBe('plant');
});

it('another browser goes on by what the server has', () => {
  const nothing = { hasKit: false, lines: [], devices: [], tags: [] };
  const lines = [{ id: 'l' }];
  const devices = [{ id: 'd', connectionId: 'l' }];
  const meter = { at: 'meter', line: 'l' };
  expect(placeByServer(nothing)).toEqual({ at: 'network' });
  expect(placeByServer({ ...nothing, hasKit: true })).toEqual({ at: 'meter' });
  expect(placeByServer({ ...nothing, lines })).toEqual({ ...meter, step: 'model' });
  expect(placeByServer({ ...nothing, lines, devices, tags: [{ deviceId: 'd', unitId: null }] })).toEqual({
    ...meter,
    step: 'readings',
    device: 'd',
  });
  expect(placeByServer({ ...nothing, lines, devices, tags: [{ deviceId: 'd', unitId: 'u' }] })).toEqual({
    ...meter,
    step: 'trusted',
    device: 'd',
    unit: 'u',
  });
});
