import { describe, expect, it } from 'vitest';
import { pinnedLink } from './pinnedLink.ts';

const others = 'https://192.168.1.20:8443';

describe('a link to what is shown', () => {
  it('says the day that the address leaves to the clock, at the address where others find the server', () => {
    expect(pinnedLink('http://127.0.0.1:8080/quality', others, { date: '2026-11-24' })).toBe(
      'https://192.168.1.20:8443/quality?date=2026-11-24',
    );
  });

  it('keeps what else the address says, and turns a range that moves with the clock into a fixed one', () => {
    const address = 'http://127.0.0.1:8080/units/a?range=h24&with=%5B%22b%22%5D';
    expect(pinnedLink(address, others, { range: 'own', since: '2026-11-23', date: '2026-11-24' })).toBe(
      'https://192.168.1.20:8443/units/a?range=own&with=%5B%22b%22%5D&since=2026-11-23&date=2026-11-24',
    );
  });

  it('is the address where nothing is left to the clock', () => {
    expect(pinnedLink('http://127.0.0.1:8080/settings?tab=shift', others, {})).toBe(
      'https://192.168.1.20:8443/settings?tab=shift',
    );
    expect(pinnedLink('http://127.0.0.1:8080/system', others, {})).toBe('https://192.168.1.20:8443/system');
  });
});
