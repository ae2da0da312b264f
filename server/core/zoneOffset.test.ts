import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import { zoneOffsetMs } from './zoneOffset.ts';

const zones = [
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'UTC',
];
const trueOffset = (ms: number, zone: string): number => DateTime.fromMillis(ms, { zone }).offset * 60_000;

it('is that of the zone, at any time of 60 years, also asked again', () => {
  const time = fc.integer({ min: Date.UTC(1980, 0), max: Date.UTC(2040, 0) });
  fc.assert(
    fc.property(time, fc.constantFrom(...zones), (ms, zone) => {
      expect([zoneOffsetMs(ms, zone), zoneOffsetMs(ms, zone)]).toEqual([trueOffset(ms, zone), trueOffset(ms, zone)]);
    }),
  );
});

it.each(zones.filter((zone) => !/UTC|Kolkata/.test(zone)))(
  'is that of the zone in every quarter hour of the days on which %s changes',
  (zone) => {
    for (let ms = Date.UTC(2009, 0); ms < Date.UTC(2027, 0); ms += 86_400_000) {
      if (trueOffset(ms, zone) === trueOffset(ms + 86_400_000, zone)) continue;
      for (let at = ms - 900_000; at <= ms + 86_400_000; at += 900_000)
        expect([at, zoneOffsetMs(at, zone)]).toEqual([at, trueOffset(at, zone)]);
    }
  },
);
