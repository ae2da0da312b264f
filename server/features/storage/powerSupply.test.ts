import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isOnBattery } from './powerSupply.ts';

type Supply = Partial<Record<'type' | 'scope' | 'status' | 'online', string>>;
/** As Linux lists them: a folder each, a file for each fact. */
const listed = (supplies: Readonly<Record<string, Supply>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-supply-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, facts] of Object.entries(supplies)) {
    mkdirSync(join(folder, name));
    for (const [fact, value] of Object.entries(facts)) writeFileSync(join(folder, name, fact), `${value}\n`);
  }
  return folder;
};
const discharging: Supply = { type: 'Battery', status: 'Discharging' };

it.each<[string, boolean, Record<string, Supply>]>([
  ['a PC without a battery', false, {}],
  ['a laptop at the mains', false, { AC: { type: 'Mains', online: '1' }, BAT0: { type: 'Battery', status: 'Charging' } }],
  ['a laptop whose mains are gone', true, { AC: { type: 'Mains', online: '0' }, BAT0: discharging }],
  [
    'a laptop that is fed by USB',
    false,
    { AC: { type: 'Mains', online: '0' }, usb: { type: 'USB', online: '1' }, BAT0: discharging },
  ],
  ['a PC behind a UPS that gives its own', true, { ups: { type: 'UPS', status: 'Discharging' } }],
  ['a PC with a mouse that has a battery', false, { hid: { ...discharging, scope: 'Device' } }],
  ['a battery that says nothing', false, { BAT0: { type: 'Battery' } }],
])('%s runs on a battery: %s', (_name, expected, supplies) => {
  expect(isOnBattery(listed(supplies))).toBe(expected);
});

it('is not said where the system lists no supplies', () => {
  expect(isOnBattery(join(tmpdir(), 'headworks-no-such-folder'))).toBe(false);
});
