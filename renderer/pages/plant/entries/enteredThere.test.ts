import { describe, expect, test } from 'vitest';
import { areEntered } from './enteredThere.ts';

const head = '\ufefftime,unitId,unitName,param,unit,value,quality';
const csv = (...rows: readonly string[]) => [head, ...rows, ''].join('\r\n');
const row = (time: string, value: string, quality: string, param = 'volume') =>
  `2026-11-20T${time}:00Z,u1,"Well 3, north",${param},L,${value},${quality}`;

describe('readings whose answer was lost', () => {
  const asked = { from: '2026-11-20T06:00:00.000Z', values: [1000 / 3, 1000 / 3], param: 'volume' };

  test('are there where each slot has its value and is marked as entered', () => {
    expect(
      areEntered(csv(row('05:55', '7', 'G'), row('06:00', '333.3333333333333', 'R'), row('06:05', '333.333', 'R')), asked),
    ).toBe(true);
  });

  test('are not there where a slot is missing, measured, or has another value', () => {
    const first = row('06:00', '333.3333333333333', 'R');
    expect(areEntered(csv(first), asked)).toBe(false);
    expect(areEntered(csv(first, row('06:05', '333.3333333333333', 'G')), asked)).toBe(false);
    expect(areEntered(csv(first, row('06:05', '334', 'R')), asked)).toBe(false);
    expect(areEntered(csv(first, row('06:05', '333.3333333333333', 'R', 'level')), asked)).toBe(false);
    expect(areEntered('', asked)).toBe(false);
  });

  test('are taken back where no slot is marked as entered any more', () => {
    const back = { ...asked, values: [null, null] };
    expect(areEntered(csv(row('06:00', '5', 'G'), row('06:05', '', 'M')), back)).toBe(true);
    expect(areEntered(csv(row('06:00', '5', 'G'), row('06:05', '0', 'R')), back)).toBe(false);
  });
});
