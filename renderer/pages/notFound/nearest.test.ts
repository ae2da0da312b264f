import { describe, expect, it } from 'vitest';
import { nearestPlaces } from './nearest.ts';

const places = [
  { key: 'energy', name: 'Energy & RO', path: '/energy' },
  { key: 'alarms', name: 'Alarms', path: '/alarms' },
  { key: 'units', name: 'Units & trends', path: '/units' },
  { key: 'raw', name: 'Raw water tank', path: '/units/demo-rawTank' },
  { key: 'pond', name: 'तालाब', path: '/units/demo-pond' },
];
const near = (address: string) => nearestPlaces(address, places, 3).map(({ key }) => key);

describe('an address that leads nowhere', () => {
  it.each([
    ['/enrgy', ['energy']],
    ['/alarm', ['alarms']],
    ['/Alarms/active', ['alarms']],
    ['/tanks/raw', ['raw']],
    ['/%E0%A4%A4%E0%A4%BE%E0%A4%B2%E0%A4%BE%E0%A4%AC', ['pond']],
  ])('is near to what is written like it: %s', (address, keys) => {
    expect(near(address)).toEqual(keys);
  });

  it('is near to nothing where no word is alike, and may be no address at all', () => {
    expect(near('/zzz/qqq')).toEqual([]);
    expect(near('/%E0%A4%A')).toEqual([]);
  });
});
