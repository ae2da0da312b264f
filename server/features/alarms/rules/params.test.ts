import { describe, expect, it } from 'vitest';
import { switchedOff } from './params.ts';

describe('what is switched off at a unit', () => {
  it('follows from the category of the switch, and for quality from the parameter', () => {
    const alertEnabled = { daily_threshold: false, level_exceed: true, flow_rate: false };
    expect(switchedOff({ type: 'flow', meta: { alertEnabled } })).toEqual([
      { category: 'unit_threshold', param: '' },
      { category: 'flow_rate', param: '' },
    ]);
    expect(switchedOff({ type: 'quality', meta: { alertEnabled: { ph: false, cod: true } } })).toEqual([
      { category: 'quality_threshold', param: 'ph' },
    ]);
    expect(switchedOff({ type: 'flow', meta: {} })).toEqual([]);
  });

  it('is nothing that there is not', () => {
    expect(switchedOff({ type: 'flow', meta: { alertEnabled: { nothing: false } } })).toEqual([]);
  });
});
