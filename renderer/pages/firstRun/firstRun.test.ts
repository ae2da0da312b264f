import { expect, it } from 'vitest';
import { reachableAddresses } from './networkAddresses.ts';
import { dayNow, plantIdOf, startAtOf } from './plantDay.ts';
import { forgetProgress, isUnderWay, readProgress, saveProgress, timesOf } from './progress.ts';

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
  expect(readProgress(kept, 99_000)).toEqual({ startedMs: 1000, done: { code: 5000, plant: 9000 }, put: [] });
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

it('other devices are given the names and addresses of the certificate, none that is this PC alone', () => {
  const hosts = ['localhost', '127.0.0.1', '0:0:0:0:0:0:0:1', 'plant-pc.local', '192.168.7.20', 'FD00::7'];
  expect(reachableAddresses(8443, hosts)).toEqual([
    'https://plant-pc.local:8443',
    'https://192.168.7.20:8443',
    'https://[FD00::7]:8443',
  ]);
  expect(reachableAddresses(443, ['192.168.7.20'])).toEqual(['https://192.168.7.20']);
  expect(reachableAddresses(null, hosts)).toEqual([]);
});
