import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../plantModel/model.ts';
import { feed } from '../../../test/alertRig.ts';
import { RuleRig } from '../../../test/ruleRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { wordAlarm } from '../lifecycle/texts.ts';
import { deviceStatus } from './device/deviceStatus.ts';
import { evaluateGateways } from './gateways.ts';

const DATE = '2026-03-10';
const GATEWAYS: Record<string, { id: string; name: string }> = {
  a1: { id: 'a', name: 'Panel A' },
  a2: { id: 'a', name: 'Panel A' },
  a3: { id: 'a', name: 'Panel A' },
  b1: { id: 'b', name: 'Panel B' },
};

/** Units behind gateways, each silent from a slot on, evaluated at slot 40. */
const evaluate = (silentFrom: Record<string, number>) => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
  for (const [id, count] of Object.entries(silentFrom))
    plant.addUnit({ id, name: id, type: 'level', subCategoryId: 's', feeds: [feed(id, 'level')] }).write(
      id,
      'level',
      DATE,
      0,
      Array.from({ length: count }, (_, at) => 1 + at / 1000),
    );
  const rig = new RuleRig(plant);
  const slot = rig.slot(DATE, 40);
  const evaluated = Object.keys(silentFrom).flatMap((id) => {
    const unit = plant.unit('DEMO', id) as Unit;
    return rig
      .evaluate(id, 'device_status', slot)
      .map((finding) => ({ ready: { unit, rule: deviceStatus, seldom: () => [], evaluate: () => [] }, finding }));
  });
  return evaluateGateways(evaluated, (id) => GATEWAYS[id]);
};

describe('a gateway', () => {
  it('has the alarm when all of its units are silent', () => {
    const [down] = evaluate({ a1: 20, a2: 22, a3: 21, b1: 41 });
    expect(down?.unitIds).toEqual(['a1', 'a2', 'a3']);
    expect(down).toMatchObject({ gatewayId: 'a', finding: { isMet: true, param: 'gateway', code: 1, value: 95 } });
    expect(wordAlarm(down?.finding.text ?? '', down?.finding.facts ?? {})).toMatchObject({
      title: 'Panel A: 3 units offline',
      body: 'No data from 3 units since 01:50 (95 min).',
    });
  });

  it('has none while one of its units is received; the silent ones have their own', () => {
    expect(evaluate({ a1: 20, a2: 20, a3: 41 })).toMatchObject([{ gatewayId: 'a', finding: { isMet: false, isOver: true } }]);
  });

  it('of one unit alone is that unit', () => {
    expect(evaluate({ b1: 20 })).toEqual([]);
  });
});
