import { describe, expect, it } from 'vitest';
import { alertCategories, categoryNames } from '../../../contract/model/alertCategories.ts';
import { septetsOf } from '../../delivery/gsmAlphabet.ts';
import { smsText } from '../../delivery/smsText.ts';
import { onlineAgain, textNames, wordAlarm, wordReported } from './texts.ts';

const LONGEST = 'Return water line 3 of the effluent treatment plant to the cooling towers of the north utility block 12'.slice(
  0,
  100,
);
const SOURCE =
  'Consent to operate of the state pollution control board, number 2024/ABC/000123, schedule VI, inland surface water'.padEnd(
    200,
    '.',
  );

/** The longest of everything that a template may be given. */
const longest: Record<string, number | string> = {
  unit: LONGEST,
  param: 'Chemical oxygen demand by ultraviolet absorption in the outlet channel',
  source: SOURCE,
  device: 'effluent-plant-analyser-panel-2-slave-17',
  u: 'm3/h per m',
  measure: 'm',
  at: '23:55',
  since: '2026-04-01',
  asOf: '28/11/2026 23:55',
  n: 128,
  i: 123.45,
  pct: 1234,
  min: 10_080,
  h: 24,
};
const facts = new Proxy(longest, { get: (known, name) => known[name as string] ?? 1_234_567.89 });

describe('what an alarm says', () => {
  it.each(textNames.map((name) => ({ name })))(
    '$name fits into one SMS with the longest names, and keeps its words and figures',
    ({ name }) => {
      const { title, body, action } = wordAlarm(name, facts);
      expect(title.length).toBeGreaterThan(0);
      const sms = smsText(title, body, [LONGEST, SOURCE, String(longest.param), String(longest.device)], action);
      expect(septetsOf(sms)?.length).toBeLessThanOrEqual(160);
      for (const [figure] of body.matchAll(/\d+(\.\d+)?/g)) if (!SOURCE.includes(figure)) expect(sms).toContain(figure);
      const words = title.replace(LONGEST, '').replace(String(longest.param), '').trim();
      for (const word of words.split(/\s+/)) expect(sms).toContain(word);
    },
  );

  it.each([
    [
      'silent',
      { unit: 'Well 2', at: '14:05', min: 15, v: 3.2, u: 'm', device: 'd7' },
      'Well 2 offline',
      'No data since 14:05 (15 min). Last value 3.2 m.',
    ],
    ['silent', { unit: 'Well 2', at: '14:05', min: 15, v: '', u: '' }, 'Well 2 offline', 'No data since 14:05 (15 min).'],
    [
      'dayLimit',
      { unit: 'RO', v: 41.237, u: 'KL', since: '06:00', thr: 40, pct: 103.1 },
      'RO over daily limit',
      '41.24 KL used since 06:00, limit 40 KL (103 %).',
    ],
    [
      'dayLimit',
      { unit: 'RO', v: 41.237, u: 'KL', asOf: '13:05', since: '06:00', thr: 40, pct: 103.1 },
      'RO over daily limit',
      'As of 13:05: 41.24 KL used since 06:00, limit 40 KL (103 %).',
    ],
    [
      'monthLimit',
      { unit: 'RO', v: 900, u: 'KL', since: '1 Nov', thr: 890, proj: 1200 },
      'RO over monthly limit',
      '900 KL since 1 Nov, limit 890 KL; at this rate 1200 KL by month end.',
    ],
    ['flowHigh', { unit: 'Main', v: 12, min: 10, thr: 10 }, 'Main flow high', '12 m3/h for 10 min, limit 10 m3/h.'],
    [
      'steadyFlow',
      { unit: 'L3', v: 1.4, h: 2, b: 0.2, lossKLD: 33.6 },
      'Possible leak at L3',
      'Steady 1.4 m3/h for 2 h in quiet time (normal 0.2). About 33.6 KL a day.',
    ],
    [
      'levelHigh',
      { unit: 'T1', v: 97, u: 'KL', pct: 97, thr: 96, measure: '%', min: 12.2, q: 15 },
      'T1 level high',
      '97 KL (97 %), limit 96 %. Full in about 12 min at 15 m3/h.',
    ],
    [
      'levelHigh',
      { unit: 'T1', v: 2.5, u: 'm', pct: '', thr: 2.4, measure: 'm', min: '', q: '' },
      'T1 level high',
      '2.5 m, limit 2.4 m.',
    ],
    [
      'qualityHigh',
      { unit: 'ETP', param: 'COD', v: 260, u: 'mg/L', thr: 250, source: 'EP Rules', q: 5 },
      'ETP: COD high',
      '15-min mean 260 mg/L, limit 250 (EP Rules). Flow 5 m3/h.',
    ],
    [
      'wellPumping',
      { unit: 'BW1', v: 48.2, thr: 47, i: 50 },
      'BW1 water level low',
      'Pumping level 48.2 m below ground, limit 47 m (intake 50 m).',
    ],
  ])('%s', (name, given, title, body) => {
    expect(wordAlarm(name, given)).toMatchObject({ title, body });
  });

  it('has no space where a measure has no unit', () => {
    const facts = {
      unit: 'Outlet',
      param: 'SAR',
      u: '',
      measure: '',
      v: 9.2,
      thr: 9,
      source: 'consent',
      pct: '',
      min: '',
      q: '',
    };
    expect(wordAlarm('levelHigh', facts).body).toBe('9.2, limit 9.');
    expect(wordAlarm('qualityHigh', facts).body).toBe('15-min mean 9.2, limit 9 (consent).');
  });

  it('takes signs of a name for what they are', () => {
    const unit = '[{v}] <b>Tank</b>\r\nBcc: x $& {thr}';
    expect(wordAlarm('flowHigh', { unit, v: 1, min: 10, thr: 2 })).toMatchObject({
      title: '[{v}] <b>Tank</b> Bcc: x $& {thr} flow high',
      body: '1 m3/h for 10 min, limit 2 m3/h.',
    });
  });

  it('gives figures two places at most, and none from a thousand on', () => {
    const body = (v: number) => wordAlarm('flowHigh', { unit: 'Main', v, min: 10, thr: 10 }).body.split(' ')[0];
    expect([1.005, 12.3456, 999.994, -999.994, 1000.4, -1000.6, 1234.567, 0].map(body)).toEqual([
      '1',
      '12.35',
      '999.99',
      '-999.99',
      '1000',
      '-1001',
      '1235',
      '0',
    ]);
  });

  it('writes a value that is off its limit as another number, and no share of a limit as all of it before it is', () => {
    const body = (name: string, given: Record<string, number | string>) => wordAlarm(name, { unit: 'RO', ...given }).body;
    expect([
      body('qualityHigh', { param: 'Turbidity', v: 2.504, thr: 2.5, u: 'NTU', source: 'consent' }),
      body('powerFactorLow', { v: 0.8976, thr: 0.9 }),
      body('demandHigh', { v: 1000.4, thr: 1000, u: 'kVA' }),
      body('dayLimit', { v: 500.001, u: 'KL', since: '06:00', thr: 500, pct: 100.0002 }),
      body('dayLimitNear', { v: 498, u: 'KL', since: '06:00', thr: 500, pct: 99.6 }),
      body('levelHigh', { v: 45.15, u: 'KL', pct: 90.3, thr: 90, measure: '%', min: 0.3, q: 15 }),
      body('nodeLoss', { lossKLD: 15.953, bandKLD: 15.951, date: '23/10/2026' }),
    ]).toEqual([
      '15-min mean 2.504 NTU, limit 2.5 (consent).',
      '0.898 in the last half hour, limit 0.9.',
      '1000.4 kVA in the last half hour, contract 1000 kVA.',
      '500.001 KL used since 06:00, limit 500 KL (100.1 %).',
      '498 KL used since 06:00, 99.6 % of 500 KL.',
      '45.15 KL (90.3 %), limit 90 %. Full in about 0.3 min at 15 m3/h.',
      '15.953 KL a day (+-15.951) missing since 23/10/2026.',
    ]);
    expect(wordReported('Tank', 'x', 'level_exceed', { value: 7.204, limit: 7.2, h: 3.25 }).body).toBe(
      'value 7.204, limit 7.2, h 3.25',
    );
  });

  it('of another program says its type and its first ten numbers on one line, with two places', () => {
    const said = (numbers: Record<string, number | string>, type = 'over_flow_seen') =>
      wordReported('Tank', type, 'level_exceed', numbers);
    expect(said({ value: 12.3456, limit: 10, by: 'a\nb' })).toMatchObject({
      title: 'Tank: over flow seen',
      body: 'value 12.35, limit 10, by a b',
    });
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`n${at}`, at]));
    expect(said(many).body.split(', ')).toEqual(Array.from({ length: 10 }, (_, at) => `n${at} ${at}`));
    expect(said({}).body).toBe('Reported by another program.');
    expect(said({}, 'leak\u0007\r\nBcc').title).toBe('Tank: leak Bcc');
    expect(said({}).action).not.toBe('');
  });

  it.each(alertCategories)('of another program that reports a %s by a code alone names the kind in words', (category) => {
    for (const type of ['general', 'offline', 'insights', 'general_offline', 'Alert', category, `${category}_alert`]) {
      const { title, action } = wordReported('Tank', type, category, {});
      expect(title).toBe(`Tank: ${categoryNames[category]}`);
      expect(`${title} ${action}`).not.toMatch(/_|general|insights/);
    }
    expect(wordReported('Tank', 'general leak of the roof', category, { flow_m3h: 3 })).toMatchObject({
      title: 'Tank: general leak of the roof',
      body: 'flow m3h 3',
    });
  });

  it('keeps two digits of a value and a limit that two places would make the same', () => {
    const { body } = wordAlarm('qualityHigh', {
      unit: 'Outlet',
      param: 'Mercury',
      v: 0.006,
      thr: 0.005,
      u: 'mg/L',
      source: 'Consent',
    });
    expect(body).toMatch(/0\.006\b.*0\.005\b/);
  });

  it('says when a unit is there again, and for how long it was not', () => {
    expect(onlineAgain('Well 2', 135)).toBe('Well 2 online again after 135 min.');
  });
});

describe('an SMS', () => {
  it('has one line of signs that every network carries, and leaves other scripts as they are', () => {
    expect(smsText('Réservoir №3\r\n– „niveau”', 'µS/cm 5…')).not.toMatch(/[\r\n–”µ…]/);
    expect(smsText('Zbiornik ąę', '')).toBe('Zbiornik ae');
    expect(smsText('टंकी 2', '5 m³')).toBe('टंकी 2: 5 m3');
  });

  it('says what to do where there is room', () => {
    expect(smsText('T1 level high', '4.2 m.', [], 'Stop the inflow.')).toBe('T1 level high: 4.2 m. Stop the inflow.');
    expect(smsText('T1 level high', 'x'.repeat(130), [], 'Stop the inflow.')).not.toContain('Stop');
  });

  it('cuts what has no name to cut at its end', () => {
    const sms = smsText('x'.repeat(300), 'y');
    expect(sms).toHaveLength(160);
    expect(sms.endsWith('..')).toBe(true);
  });
});
