import { describe, expect, it } from 'vitest';
import { partsOf, type RemarkCode, remarkSentences, remarksOf } from './commandRemarks.ts';

const said: Readonly<Record<string, string | number>> = {
  why: 'no answer in time',
  interlock: 'Inlet: open, and must be so',
  frame: 'RO1.START',
  user: 'asha',
  right: 'PLC_WRITE',
  raw: '0001 00ff',
  address: '10.0.0.7:502',
};
const codes = (Object.keys(remarkSentences) as RemarkCode[]).filter((code) => code !== 'notSent');
const paramsOf = (code: RemarkCode) =>
  Object.fromEntries(
    partsOf(remarkSentences[code])
      .filter((_, at) => at % 2 === 1)
      .map((name, at) => [name, said[name] ?? -2.5 * (at + 1)]),
  );
const say = (code: RemarkCode, params: Readonly<Record<string, string | number>>) =>
  partsOf(remarkSentences[code])
    .map((part, at) => (at % 2 === 0 ? part : String(params[part])))
    .join('');

describe('why a command was refused or is not known', () => {
  it.each(codes)('%s is found again in its sentence, with what it says', (code) => {
    const params = paramsOf(code);
    expect(remarksOf(say(code, params))).toEqual([{ code, params }]);
  });

  it.each(codes)('%s is found behind "not sent" too', (code) => {
    const params = paramsOf(code);
    expect(remarksOf(`not sent: ${say(code, params)}`)).toEqual([
      { code: 'notSent', params: {} },
      { code, params },
    ]);
  });

  it('a sentence of no table is handed on as it is, and nothing has no remark', () => {
    expect(remarksOf('')).toEqual([]);
    expect(remarksOf('5 is outside')).toEqual([{ code: 'other', params: { text: '5 is outside' } }]);
    expect(remarksOf('not sent: EPIPE')).toEqual([
      { code: 'notSent', params: {} },
      { code: 'other', params: { text: 'EPIPE' } },
    ]);
  });

  it('the condition that a plant calls like a sentence keeps its name', () => {
    expect(remarksOf('Pump: its value is not known: its value is 12 s old')).toEqual([
      { code: 'interlockOld', params: { interlock: 'Pump: its value is not known', seconds: 12 } },
    ]);
  });
});
