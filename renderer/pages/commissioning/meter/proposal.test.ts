import { expect, it } from 'vitest';
import { type RegisterType, registerTypes } from '../../../../server/contract/model/field.ts';
import { meterSpec } from '../../../../server/contract/model/units.ts';
import { openStep } from './place.ts';
import { proposalOf } from './proposal.ts';

type Total = Parameters<typeof proposalOf>[0];
const total = (type: RegisterType, measure: string, typicalPerHour?: number, scale = 1) =>
  ({ name: 'Total', kind: 'counter', measure, typicalPerHour, decode: { type, scale } }) as Total;

it('a counter of whole registers ends where its registers end, and a float is a guess', () => {
  expect(proposalOf(total('int32', 'm3', 42))).toEqual({
    modulus: 2 ** 31,
    basePerCount: 1000,
    maxPerHour: 126,
    doubts: ['maximum'],
  });
  expect(proposalOf(total('uint32', 'kWh', 3, 0.01))).toMatchObject({ modulus: 2 ** 32 * 0.01, basePerCount: 1000 });
  expect(proposalOf(total('float32', 'gal'))).toMatchObject({ maxPerHour: null, doubts: ['rollover', 'maximum', 'count'] });
});

it('what is proposed for a counter of any type is what the server takes, once the largest flow is known', () => {
  for (const type of registerTypes) {
    const { doubts, maxPerHour, ...meter } = proposalOf(total(type, 'L', 100));
    expect(meterSpec.safeParse({ ...meter, maxPerHour }).success, type).toBe(true);
    expect(doubts, type).toContain('maximum');
  }
});

it('a step without its ground is not open', () => {
  expect(openStep({ step: 'trusted' })).toBe('line');
  expect(openStep({ step: 'trusted', line: 'l', device: 'd' })).toBe('unit');
  expect(openStep({ step: 'readings', line: 'l', device: 'd', unit: 'u' })).toBe('readings');
});
