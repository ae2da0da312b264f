import { expect, it } from 'vitest';
import type { PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import type { DeviceView, TagView } from '../../../../server/contract/plant/state.ts';
import { isTrusted, trustChecks } from './trust.ts';

const tag = { kind: 'counter' } as PlantTag;
const view = (value: number | null, quality: TagView['quality'] = 'GOOD') => ({ value, quality }) as TagView;
const device = (part: Partial<DeviceView> = {}) =>
  ({ health: 'good', requests: 100, timeouts: 0, crcErrors: 0, badAnswers: 0, ...part }) as DeviceView;
const known = { tag, view: view(10.5), device: device(), first: { value: 10, atMs: 0 }, proof: 3, hasMeter: true };
const states = (part: Partial<Parameters<typeof trustChecks>[0]>) =>
  Object.fromEntries(trustChecks({ ...known, ...part }).map(({ id, state }) => [id, state]));

it('a counter that counts, on a clean line, with its display compared, is trusted', () => {
  expect(trustChecks(known).every(({ state }) => state === 'yes')).toBe(true);
  expect(isTrusted(trustChecks(known))).toBe(true);
});

it('a counter that stands still is waited for, one that runs back is not trusted', () => {
  expect(states({ view: view(10) }).counts).toBe('wait');
  expect(states({ view: view(9) }).counts).toBe('no');
  expect(states({ view: view(null, 'BAD_TIMEOUT') }).counts).toBe('wait');
  expect(isTrusted(trustChecks({ ...known, view: view(10) }))).toBe(false);
});

it('of a level, which has no counter, it is said that a good reading came, and nothing of counting', () => {
  const level = { tag: { kind: 'gauge' } as PlantTag, hasMeter: false };
  expect(states(level)).toEqual({ display: 'yes', reads: 'yes', clean: 'yes' });
  expect(states({ ...level, view: view(null, 'BAD_TIMEOUT') }).reads).toBe('wait');
});

it('a line that loses more than 2 of 100 answers is not clean', () => {
  expect(states({ device: device({ timeouts: 2 }) }).clean).toBe('yes');
  expect(states({ device: device({ timeouts: 2, crcErrors: 1 }) }).clean).toBe('no');
  expect(states({ device: device({ requests: 2 }) }).clean).toBe('wait');
});
