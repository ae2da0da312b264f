import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AlarmTextCode, alarmTemplates, ownLimitSource } from '../../server/contract/model/alarmTexts.ts';
import { alertCategories } from '../../server/contract/model/alertCategories.ts';
import { alarmWords, retitled } from './alarmWords.ts';
import { alarmTexts } from './hi/alarmTexts.ts';
import { chooseLocale } from './language.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('localStorage', { setItem: () => undefined, getItem: () => null });
});
afterEach(async () => {
  await chooseLocale('en-IN');
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

  it('leave out what is not known, and write numbers as the person does', async () => {
    expect(alarmWords(tank)).toEqual({
      title: 'Raw water tank level high',
      body: '1,235 KL (97 %), limit 90 %. Full in about 86 min.',
      action: 'Stop or throttle the inflow.',
    });
    await chooseLocale('hi-IN');
    expect(alarmWords(tank)).toEqual({
      title: 'Raw water tank स्तर ऊँचा',
      body: '1,235 KL (97 %), सीमा 90 %। लगभग 86 मिनट में भर जाएगा।',
      action: 'आवक रोकें या घटाएँ।',
    });
  });

  it.each(codes)('of %s have the signs of units and tolerances, not their letters', (code) => {
    const params = Object.fromEntries([...namesIn(Object.values(alarmTemplates[code]).join())].map((name) => [name, 7]));
    const { title, body, action } = alarmWords({ ...tank, message: { code, params } });
    expect(`${title} ${body} ${action}`).not.toMatch(/\+-|\bm[23]\b|\b[KM]?L\/h\b|[{}]/);
  });

  it('name a day as the person writes it, however the server does', () => {
    const message = { code: 'nodeLoss', params: { unit: 'Main', lossKLD: 58.52, bandKLD: 15.95, date: '23/10/2026', z: 7.19 } };
    expect(alarmWords({ ...tank, message }).body).toBe('58.52 KL a day (±15.95) missing since 23 Oct, z 7.19.');
  });

  it('name a moment and a month as the person writes them, in both languages', async () => {
    const params = { unit: 'Well', v: 5409, u: 'KL', since: '1 Nov', thr: 6760, pct: 80, proj: 6247, asOf: '27/11/2026 05:20' };
    const message = { code: 'monthNear', params };
    expect(alarmWords({ ...tank, message }).body).toMatch(/^As of 27 Nov, 05:20: 5,409 KL since 1 Nov, /);
    await chooseLocale('hi-IN');
    const { body } = alarmWords({ ...tank, message });
    expect(body).toMatch(/^27 नव॰, 05:20 तक: 1 नव॰ से /);
    expect(body).not.toMatch(/Nov|\d\/\d/);
  });

  it('write a value that is off its limit as another number, in both languages', async () => {
    const body = (code: string, params: Record<string, number | string>) =>
      alarmWords({ ...tank, message: { code, params: { unit: 'RO', ...params } } }).body;
    const near = { v: 1498.3, u: 'KL', since: '06:00', thr: 1500, pct: 99.97 };
    expect(body('demandHigh', { v: 1000.4, thr: 1000, u: 'kVA' })).toBe('1,000.4 kVA in the last half hour, contract 1,000 kVA.');
    expect(body('dayLimitNear', near)).toBe('1,498 KL used since 06:00, 99.9 % of 1,500 KL.');
    expect(alarmWords({ ...tank, message: { ...tank.message, params: { ...tank.message.params, pct: 90.2 } } }).body).toMatch(
      /^1,235 KL \(90\.2 %\), limit 90 %/,
    );
    await chooseLocale('hi-IN');
    expect(body('dayLimitNear', near)).toMatch(/99\.9 %/);
    const reported = { code: null, params: { value: 2.504, threshold: 2.5 } };
    expect(alarmWords({ ...tank, message: reported }).body).toBe('मान 2.504, सीमा 2.5');
  });

  it('write a long span in hours', () => {
    const long = { ...tank, message: { ...tank.message, params: { ...tank.message.params, min: 1981 } } };
    expect(alarmWords(long).body).toBe('1,235 KL (97 %), limit 90 %. Full in about 33 h.');
  });

  it('name in Hindi where a limit comes from that nobody named', async () => {
    await chooseLocale('hi-IN');
    const message = { code: 'qualityHigh', params: { unit: 'ETP', param: 'pH', v: 9.2, u: '', thr: 9, source: ownLimitSource } };
    expect(alarmWords({ ...tank, message }).body).toBe('15 मिनट का औसत 9.2, सीमा 9 (इस इकाई के लिए तय)।');
  });

  it('keep what another program reported in English, and say its kind, its numbers and what to do in Hindi', async () => {
    const reported = { ...tank, message: { code: null, params: {} } };
    expect(alarmWords(reported).body).toBe('as the server says');
    expect(alarmWords({ ...reported, body: 'Flow 17.1 m3/h (+-2), 3 m3.' }).body).toBe('Flow 17.1 m³/h (±2), 3 m³.');
    await chooseLocale('hi-IN');
    const action = 'मौके पर स्तर, आवक और निकास देखें।';
    expect(alarmWords(reported)).toEqual({ title: 'Raw water tank: स्तर', body: '', action });
    const numbers = { code: null, params: { value: 780.123, threshold: 720, by: 'SCADA' } };
    expect(alarmWords({ ...reported, message: numbers }).body).toBe('मान 780.12, सीमा 720');
  });

  it.each(alertCategories)('say in Hindi of a reported %s what it is and what to do, and its code nowhere', async (category) => {
    await chooseLocale('hi-IN');
    const reported = { ...tank, unitName: 'टंकी', category, message: { code: null, params: { value: 7 } } };
    for (const said of Object.values(alarmWords(reported))) expect(said).toMatch(/^[^A-Za-z]{4,}$/);
  });

  it.each(codes)('title of %s that comes as English words alone is said in Hindi', async (code) => {
    const names = [...namesIn(alarmTemplates[code].title)];
    const message = { code, params: Object.fromEntries(names.map((name) => [name, `${name} ETP 2`])) };
    const english = alarmWords({ ...tank, message }).title;
    await chooseLocale('hi-IN');
    expect(retitled(english)).toBe(alarmWords({ ...tank, message }).title);
    expect(retitled('Words of nobody')).toBe('Words of nobody');
  });
});
