import { describe, expect, it } from 'vitest';
import { writePointSpec } from '../../../../server/contract/model/writePoint.ts';
import { dryRun } from './dryRun.ts';

const spec = writePointSpec.parse({
  deviceId: 'plc',
  name: 'Level aimed at',
  asset: 'tank',
  kind: 'setpoint',
  fn: 6,
  address: 12,
  type: 'uint16',
  scale: 0.1,
  min: 0.5,
  max: 4.5,
  step: 0.5,
  interlocks: [{ tagId: 'level', is: 'below', value: 4, text: 'Tank is not full' }],
});
const reading = (value: number | null, quality: string | null = 'GOOD') => [{ tagId: 'level', value, quality }] as never;

describe('a dry run', () => {
  it('says what the register would hold, and that the condition is met', () => {
    expect(dryRun(spec, 2.5, reading(3))).toEqual({
      value: null,
      raw: 25,
      interlocks: [{ text: 'Tank is not full', limit: 4, value: 3, isMet: true }],
    });
  });

  it.each([
    [Number.NaN, 'number'],
    [0.4, 'below'],
    [5, 'above'],
    [2.6, 'step'],
  ])('refuses %f', (value, why) => {
    expect(dryRun(spec, value, reading(3))).toMatchObject({ value: why, raw: null });
  });

  it('refuses what the register cannot hold', () => {
    expect(dryRun({ ...spec, max: 10_000, step: null, scale: 0.01 }, 9000, reading(3)).value).toBe('registers');
  });

  it.each([
    ['is not met', 4.2, 'GOOD'],
    ['is not known', null, 'GOOD'],
    ['is not good', 3, 'BAD_TIMEOUT'],
  ])('a condition whose value %s does not hold', (_, value, quality) => {
    expect(dryRun(spec, 2.5, reading(value, quality)).interlocks[0]?.isMet).toBe(false);
  });
});
