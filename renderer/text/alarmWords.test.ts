import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AlarmTextCode, alarmTemplates, ownLimitSource } from '../../server/contract/model/alarmTexts.ts';
import { alarmWords } from './alarmWords.ts';
import { alarmTexts } from './hi/alarmTexts.ts';
import { chooseLocale } from './language.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('localStorage', { setItem: () => undefined, getItem: () => null });
});
afterEach(() => {
  chooseLocale('en-IN');
  vi.unstubAllGlobals();
});

const namesIn = (template: string): Set<string> => new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
/** Symbols of units and quantities are written alike in every language. */
const symbols = /\b(m³\/h|m³|kWh\/KL|KL|kWh|m|z)\b/g;
const codes = Object.keys(alarmTemplates) as AlarmTextCode[];
const tank = {
  title: 'Raw water tank level high',
  body: 'as the server says',
  action: 'as the server says',
  unitName: 'Raw water tank',
  category: 'level_exceed' as const,
  message: {
    code: 'levelHigh',
    params: { unit: 'Raw water tank', v: 1234.5, u: 'KL', pct: 97.2, thr: 90, measure: '%', min: 86.4, q: '' },
  },
};

describe('the sentences of alarms', () => {
  it.each(codes)('of %s say in Hindi nothing that English does not know, without Latin words', (code) => {
    for (const part of ['title', 'body', 'action'] as const) {
      const known = namesIn(alarmTemplates[code][part]);
      const hindi = alarmTexts[code][part];
      for (const name of namesIn(hindi)) expect(known, part).toContain(name);
      expect(hindi === '', part).toBe(alarmTemplates[code][part] === '');
      expect(hindi.replaceAll(/\{\w+\}/g, '').replaceAll(symbols, '')).not.toMatch(/[A-Za-z]/);
    }
  });

  it('leave out what is not known, and write numbers as the person does', () => {
    expect(alarmWords(tank)).toEqual({
      title: 'Raw water tank level high',
      body: '1,235 KL (97 %), limit 90 %. Full in about 86 min.',
      action: 'Stop or throttle the inflow.',
    });
    chooseLocale('hi-IN');
    expect(alarmWords(tank)).toEqual({
      title: 'Raw water tank स्तर ऊँचा',
      body: '1,235 KL (97 %), सीमा 90 %। लगभग 86 मिनट में भर जाएगा।',
      action: 'आवक रोकें या घटाएँ।',
    });
  });

  it('write a long span in hours', () => {
    const long = { ...tank, message: { ...tank.message, params: { ...tank.message.params, min: 1981 } } };
    expect(alarmWords(long).body).toBe('1,235 KL (97 %), limit 90 %. Full in about 33 h.');
  });

  it('name in Hindi where a limit comes from that nobody named', () => {
    chooseLocale('hi-IN');
    const message = { code: 'qualityHigh', params: { unit: 'ETP', param: 'pH', v: 9.2, u: '', thr: 9, source: ownLimitSource } };
    expect(alarmWords({ ...tank, message }).body).toBe('15 मिनट का औसत 9.2 , सीमा 9 (इस इकाई के लिए तय)।');
  });

  it('keep what another program reported in English, and its kind alone in Hindi', () => {
    const reported = { ...tank, message: { code: null, params: {} } };
    expect(alarmWords(reported).body).toBe('as the server says');
    chooseLocale('hi-IN');
    expect(alarmWords(reported)).toEqual({ title: 'Raw water tank: स्तर', body: '', action: '' });
  });
});
