import { expect, it, onTestFinished } from 'vitest';
import type { UnitMeta } from '../../../contract/model/units.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { Writer } from '../../../db/writer.ts';
import { AlertRig, slotAt } from '../../../test/alertRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import type { AlertCategory } from '../model.ts';
import { alarmKey } from '../subject.ts';
import { AlarmStateStore } from './alarmStateStore.ts';
import { idle } from './machine.ts';

const FIRST = slotAt('2026-03-10T12:00:00Z');
const meter = { modulus: 1e6, basePerCount: 1000, maxPerHour: 100 };

type Looked = { type: 'flow' | 'energy' | 'borewell'; category: AlertCategory; param: string; meta: UnitMeta };

/** Whether an alarm of what is looked at once a night, day or week is still open a slot after the unit was set so. */
const isOpenAfterASlot = async ({ type, category, param, meta }: Looked): Promise<boolean> => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'line', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'one', type, subCategoryId: 's', meta });
  const rig = new AlertRig(plant, FIRST * SLOT_MS - 60_000);
  onTestFinished(() => rig.close());
  rig.start(['line.volume']);
  const writer = new Writer(rig.readings.connection.sqlite);
  const store = new AlarmStateStore(writer);
  const key = alarmKey('one', category, { param, direction: 'high', period: '' });
  const alarmId = writer.run((tx) => {
    const said = { title: 'open', body: '', action: '', meta: {}, date: '2026-03-09' };
    const alarm = { industryId: 'DEMO', unitId: 'one', category, alertType: '', key, param, ...said, priority: 2 as const };
    const { id } = rig.alarms.raise(tx, { ...alarm, insight: false, value: 1, threshold: 1, raisedAtMs: 1, late: false });
    store.put(tx, 'DEMO', { key, unitId: 'one', category, state: { ...idle, isActive: true, alarmId: id } });
    return id;
  });
  rig.alarms.forget();
  await rig.slot(FIRST, { 'line.volume': 1 });
  return rig.alarms.find('DEMO', alarmId)?.clearedAtMs === null;
};

const leak = (mode: 'continuous' | 'night' | 'learned', more: object = {}): UnitMeta => ({
  meter,
  alertEnabled: { stable_flow: true },
  alertParams: { stable_flow: { mode, ...more } },
});
const well = { well: { pumpIntakeMbgl: 60, piezometer: false } };

it.each<[why: string, isOpen: boolean, Looked]>([
  ['of a night waits for the next one', true, { type: 'flow', category: 'stable_flow', param: 'night', meta: leak('night') }],
  [
    'of a night is over once steady flow is watched',
    false,
    { type: 'flow', category: 'stable_flow', param: 'night', meta: leak('continuous') },
  ],
  [
    'of a night is over where no night ends',
    false,
    { type: 'flow', category: 'stable_flow', param: 'night', meta: leak('night', { nightFrom: '00:00', nightTo: '00:00' }) },
  ],
  [
    'of a steady flow is over once the night is watched',
    false,
    { type: 'flow', category: 'stable_flow', param: 'flow', meta: leak('night') },
  ],
  [
    'of a learned watch waits until it is learned',
    true,
    { type: 'flow', category: 'stable_flow', param: 'flow', meta: leak('learned') },
  ],
  [
    'of energy for water waits for the day’s end',
    true,
    { type: 'energy', category: 'energy_threshold', param: 'sec', meta: { meter, flowUnitId: 'line' } },
  ],
  [
    'of energy for water is over without the water',
    false,
    { type: 'energy', category: 'energy_threshold', param: 'sec', meta: { meter } },
  ],
  [
    'of energy for water is over where that unit is gone',
    false,
    { type: 'energy', category: 'energy_threshold', param: 'sec', meta: { meter, flowUnitId: 'gone' } },
  ],
  [
    'of a well’s yield waits for the week’s end',
    true,
    { type: 'borewell', category: 'borewell_threshold', param: 'capacity', meta: { meter, ...well } },
  ],
])('an alarm %s', async (_, isOpen, looked) => {
  expect(await isOpenAfterASlot(looked)).toBe(isOpen);
});
