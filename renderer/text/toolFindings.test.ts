import { describe, expect, it } from 'vitest';
import { scanWarningCodes } from '../../server/contract/plant/tools/scan.ts';
import { scanWarnings, stressReason } from './hi/parts/toolFindings.ts';

const params = { format: '9600 8N1', unit: 17, units: '18, 19', count: 30 };
const said = { garbage: ['9600 8N1'], sharedUnits: ['17', '30'], twins: ['17'], unsure: ['18, 19'] };

describe('in Hindi', () => {
  it.each(scanWarningCodes)('the warning %s of a search says all that is known', (code) => {
    const words = scanWarnings[code](params);
    expect(words).toMatch(/[ऀ-ॿ].*।$/);
    for (const one of said[code]) expect(words).toContain(one);
  });

  const result = {
    ...{ sent: 200, ok: 200, exceptions: 0, timeouts: 0, crcErrors: 0, badAnswers: 0, verdict: 'good' as const },
    ...{ answerMsP50: 9, answerMsP95: 12.5, answerMsMax: 20, perSecond: 40, words: '' },
  };
  it.each([
    ['all good', {}, ['200', '12.5 ms']],
    ['only refusals', { exceptions: 200, answerMsP95: null }, ['200', 'मनाही']],
    ['nobody', { ok: 0, timeouts: 200, verdict: 'bad' as const }, ['200', 'तार']],
    ['damaged', { ok: 190, crcErrors: 10, verdict: 'bad' as const }, ['5 %', 'टर्मिनेशन']],
    ['late', { ok: 197, timeouts: 3, verdict: 'watch' as const }, ['1.5 %', 'समय-सीमा']],
  ])('a stress test says why its verdict is what it is: %s', (_, part, expected) => {
    const words = stressReason({ ...result, ...part });
    for (const one of expected) expect(words).toContain(one);
  });

  it('a stress test that runs has no reason yet', () => {
    expect(stressReason({ ...result, verdict: null })).toBe('');
  });
});
