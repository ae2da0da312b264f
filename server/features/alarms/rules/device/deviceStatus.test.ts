import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../../plantModel/model.ts';
import { feed } from '../../../../test/alertRig.ts';
import { RuleRig } from '../../../../test/ruleRig.ts';
import { TestPlant } from '../../../../test/testPlant.ts';

const DATE = '2026-03-10';
const meter = { modulus: 1e6, basePerCount: 100, maxPerHour: 1000 };

const plantOf = (...units: (Partial<Unit> & { id: string })[]): TestPlant => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
  for (const unit of units) plant.addUnit({ type: 'flow', subCategoryId: 's', name: unit.id, ...unit });
  return plant;
};
const main = { id: 'main', feeds: [feed('main', 'volume')], meta: { meter } };
const tank = (id: string, meta: Unit['meta'] = {}): Partial<Unit> & { id: string } => ({
  id,
  type: 'level',
  feeds: [feed(id, 'level')],
  meta: { tank: { shape: 'vertical_cylinder', diameter: 2, height: 5 }, ...meta },
});
const repeat = (value: number, count: number): number[] => Array.from({ length: count }, () => value);
const rising = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at / 1000);

describe('a unit without data', () => {
  it('has an alarm after a quarter of an hour and is online again after two slots with readings', () => {
    const plant = plantOf(main).write(
      'main',
      'volume',
      DATE,
      0,
      repeat(500, 40),
      `${'G'.repeat(20)}${'M'.repeat(10)}${'G'.repeat(10)}`,
    );
    const told = new RuleRig(plant).run('main', 'device_status', DATE, 10, 40);
    expect(told.map(({ slot, kind, title }) => [slot % 288, kind, title])).toEqual([
      [22, 'raised', 'main offline'],
      [31, 'cleared', 'main offline'],
    ]);
    expect(told[0]?.finding).toMatchObject({ code: 1, value: 15, threshold: 15, facts: { at: '01:40', min: 15 } });
  });

  it('is not believed on one slot: silence goes on when readings come once', () => {
    const letters = `${'G'.repeat(20)}MMMGMMMMG`;
    const plant = plantOf(main).write('main', 'volume', DATE, 0, repeat(500, letters.length), letters);
    expect(new RuleRig(plant).lines('main', 'device_status', DATE, 10, letters.length)).toEqual(['22 raised main offline']);
  });

  it('has no data while slots are estimated or rejected, and some while any of its parameters is measured', () => {
    const unit = { ...main, feeds: [feed('main', 'volume'), feed('main', 'flow')] };
    const estimated = plantOf(unit).write('main', 'volume', DATE, 0, repeat(500, 40), `${'G'.repeat(20)}${'E'.repeat(20)}`);
    expect(
      new RuleRig(estimated).finding('main', 'device_status', estimated.calendar.window(DATE).firstSlot + 30, 'silence'),
    ).toMatchObject({
      isMet: true,
    });
    estimated.write('main', 'flow', DATE, 0, repeat(6, 40));
    expect(
      new RuleRig(estimated).finding('main', 'device_status', estimated.calendar.window(DATE).firstSlot + 30, 'silence'),
    ).toMatchObject({
      isMet: false,
    });
  });

  it('that reads every 15 minutes is silent after three of its intervals', () => {
    const unit = { ...main, meta: { meter, alertParams: { device_status: { expectedIntervalMinutes: 15 } } } };
    const plant = plantOf(unit).write('main', 'volume', DATE, 0, repeat(500, 20));
    expect(new RuleRig(plant).lines('main', 'device_status', DATE, 10, 40)).toEqual(['28 raised main offline']);
  });

  it.each<[string, Partial<Unit>]>([
    ['without feeds', { feeds: [] }],
    ['not deployed', { deployed: false }],
    ['out of service', { meta: { meter, alertEnabled: { device_status: false } } }],
  ])('is not watched when it is %s', (_, fields) => {
    expect(new RuleRig(plantOf({ ...main, ...fields })).watches('main')).not.toContain('device_status');
  });
});

describe('a sensor that shows the very same value', () => {
  const level = (values: Record<string, number[]>, meta: Unit['meta'] = {}, letters = 'G'): string[] => {
    const plant = plantOf(tank('T1', meta), tank('T2'));
    for (const [id, levels] of Object.entries(values)) plant.write(id, 'level', DATE, 0, levels, letters);
    return new RuleRig(plant).lines('T1', 'device_status', DATE, 80, 100);
  };

  it('for six hours is stuck when another one moves, and is well when it moves again', () => {
    expect(level({ T1: [...rising(1, 15), ...repeat(2, 75), ...rising(3, 10)], T2: rising(2, 100) })).toEqual([
      '86 raised T1 stuck',
      '90 cleared T1 stuck',
    ]);
  });

  it('is at rest while all of its kind stand still', () => {
    expect(level({ T1: repeat(2, 100), T2: repeat(3, 100) })).toEqual([]);
  });

  it.each([4.94, 0.06])('at %s of 5 m is neither full nor empty', (value) => {
    expect(level({ T1: repeat(value, 100), T2: rising(2, 100) })).toEqual(['80 raised T1 stuck']);
  });

  it.each([5, 4.98, 4.95, 0, 0.02, 0.05])('at an end of its tank, %s of 5 m, is full or empty', (value) => {
    expect(level({ T1: repeat(value, 100), T2: rising(2, 100) })).toEqual([]);
  });

  it('says the value that it shows, which may be 0, and 0 where nothing is known', () => {
    const plant = plantOf(tank('T1'), tank('T2')).write('T1', 'level', DATE, 0, [...repeat(0, 90), 2.5, 0], `${'G'.repeat(91)}M`);
    const rig = new RuleRig(plant);
    const shown = (at: number) => rig.finding('T1', 'device_status', rig.slot(DATE, at), 'stuck:level');
    expect([89, 90, 91].map((at) => [shown(at)?.value, shown(at)?.facts.v])).toEqual([
      [0, 0],
      [2.5, 2.5],
      [0, 0],
    ]);
  });

  it('is stuck after the hours that the unit has of its own', () => {
    const meta = { alertParams: { device_status: { stuckHours: 7 } } };
    expect(level({ T1: [...repeat(1, 4), ...repeat(2, 96)], T2: rising(2, 100) }, meta)).toEqual(['87 raised T1 stuck']);
  });

  describe('of a tank', () => {
    const stock = { id: 'T1', type: 'stock' as const, feeds: [feed('T1', 'level')] };
    const told = (days: number, before: number[]): string[] => {
      const plant = plantOf(stock, { ...stock, id: 'T2', feeds: [feed('T2', 'level')] });
      for (let ago = 1; ago <= days; ago += 1)
        plant.write('T1', 'level', new Date(Date.parse(DATE) - ago * 86_400_000).toISOString().slice(0, 10), 0, before);
      plant.write('T1', 'level', DATE, 0, repeat(2, 100)).write('T2', 'level', DATE, 0, rising(2, 100));
      return new RuleRig(plant).lines('T1', 'device_status', DATE, 60, 90);
    };

    it('is stuck where the tank never rested in the week before', () => {
      expect(told(8, rising(1, 288))).toEqual(['71 raised T1 stuck']);
    });

    it('is at rest where the tank has rested so long before, or too little is known of it', () => {
      expect(told(8, [...rising(1, 200), ...repeat(1.5, 88)])).toEqual([]);
      expect(told(3, rising(1, 288))).toEqual([]);
    });
  });
});

describe('a unit that was never measured', () => {
  it('is offline a quarter of an hour after it is watched, not in its first slot', () => {
    const plant = plantOf(main).write('main', 'volume', DATE, 0, repeat(0, 30), 'M'.repeat(30));
    expect(new RuleRig(plant).lines('main', 'device_status', DATE, 10, 30)).toEqual(['13 raised main offline']);
  });
});

describe('readings that fail their checks', () => {
  it('three slots in a row are an alarm, two are not', () => {
    const letters = `${'G'.repeat(20)}XXG${'XXXX'}GGGGG`;
    const plant = plantOf(main).write('main', 'volume', DATE, 0, repeat(5, letters.length), letters);
    expect(
      new RuleRig(plant).lines('main', 'device_status', DATE, 10, letters.length).filter((line) => line.includes('range')),
    ).toEqual(['25 raised main readings out of range', '28 cleared main readings out of range']);
  });
});

describe('what the ledger of a counter has', () => {
  it.each([
    ['clock', 'raised main: device clock wrong'],
    ['counter_reset', 'raised main: counter began anew'],
  ] as const)('%s is reported once', (kind, line) => {
    const plant = plantOf(main).write('main', 'volume', DATE, 0, repeat(5, 100));
    const slot = plant.calendar.window(DATE).firstSlot + 31;
    plant.reader.events.push({ seriesId: plant.seriesId('main', 'volume'), slot, kind, before: 1, after: 0, note: '' });
    const told = new RuleRig(plant).run('main', 'device_status', DATE, 20, 100);
    expect(told.map((one) => `${one.kind} ${one.title}${one.finding.insight ? ' (insight)' : ''}`)[0]).toBe(line);
    expect(told.filter((one) => one.kind === 'raised')).toHaveLength(1);
    expect(told[0]?.finding.atSlot).toBe(slot);
    expect((told[0]?.slot ?? 0) - slot).toBeLessThan(12);
  });

  it('a new start asks until the change of meter is entered, which takes its place in the ledger', () => {
    const plant = plantOf(main).write('main', 'volume', DATE, 0, repeat(5, 288));
    const slot = plant.calendar.window(DATE).firstSlot + 31;
    const reset = { seriesId: plant.seriesId('main', 'volume'), slot, before: 5030, after: 128, note: '' };
    const rules = new RuleRig(plant);
    /** Whether it is met and whether it is over, at the first look of the ledger from a slot on. */
    const lookFrom = (from: number): (boolean | null | undefined)[] => {
      for (let at = from; ; at += 1) {
        const found = rules.finding('main', 'device_status', at, 'counter');
        if (found?.isMet !== null) return [found?.isMet, found?.isOver, found?.insight];
      }
    };
    plant.reader.events.push({ ...reset, kind: 'counter_reset' });
    expect(lookFrom(slot)).toEqual([true, false, undefined]);
    expect(lookFrom(slot + 13 * 288)).toEqual([true, false, undefined]);
    plant.reader.events.splice(0, 1, { ...reset, kind: 'meter_change' });
    expect(lookFrom(slot)).toEqual([false, true, undefined]);
  });

  it('rollovers that are not sure ask for a look', () => {
    const plant = plantOf(main).write('main', 'volume', DATE, 0, repeat(5, 100));
    const slot = plant.calendar.window(DATE).firstSlot + 31;
    plant.reader.events.push({
      seriesId: plant.seriesId('main', 'volume'),
      slot,
      kind: 'rollover_doubt',
      before: 90,
      after: 10,
      note: '',
    });
    const told = new RuleRig(plant).run('main', 'device_status', DATE, 20, 100).filter((one) => one.kind === 'raised');
    expect(told.map(({ title }) => title)).toEqual(['main: number of rollovers not sure']);
  });

  it('water that flows backwards for half of an hour is an alarm, for less it is none', () => {
    const raised = (slots: number): string[] => {
      const plant = plantOf(main).write('main', 'volume', DATE, 0, repeat(5, 150));
      const from = plant.calendar.window(DATE).firstSlot + 31;
      for (let slot = from; slot < from + slots; slot += 1)
        plant.reader.events.push({
          seriesId: plant.seriesId('main', 'volume'),
          slot,
          kind: 'reverse_flow',
          before: 90,
          after: 80,
          note: '',
        });
      const told = new RuleRig(plant).run('main', 'device_status', DATE, 20, 150);
      return told.filter((one) => one.kind === 'raised').map(({ title }) => title);
    };
    expect(raised(72)).toEqual(['main: water flows backwards']);
    expect(raised(5)).toEqual([]);
  });

  it('a rollover and a rejected reading are no alarm', () => {
    const plant = plantOf(main).write('main', 'volume', DATE, 0, repeat(5, 100));
    const slot = plant.calendar.window(DATE).firstSlot + 31;
    for (const kind of ['rollover', 'rejected', 'backflow'] as const)
      plant.reader.events.push({ seriesId: plant.seriesId('main', 'volume'), slot, kind, before: 1, after: 0, note: '' });
    expect(new RuleRig(plant).lines('main', 'device_status', DATE, 20, 100)).toEqual([]);
  });
});

describe('a counter and a flow register', () => {
  const lines = (volumes: number[], flows: number[]): string[] => {
    const plant = plantOf({ ...main, feeds: [feed('main', 'volume'), feed('main', 'flow')] });
    plant.write('main', 'volume', DATE, 0, volumes).write('main', 'flow', DATE, 0, flows);
    return new RuleRig(plant).lines('main', 'device_status', DATE, 20, volumes.length);
  };

  it('that disagree for an hour are an alarm, either way', () => {
    expect(lines([...repeat(0, 30), ...repeat(1000, 20)], repeat(0, 50))).toEqual(['41 raised main: counter and flow disagree']);
    expect(lines([...repeat(500, 30), ...repeat(0, 20)], repeat(6, 50))).toEqual(['41 raised main: counter and flow disagree']);
  });

  it('are held against each other only where both are read', () => {
    const found = (params: string[]) => {
      const plant = plantOf({ ...main, feeds: params.map((param) => feed('main', param)) });
      plant.write('main', 'volume', DATE, 0, repeat(1000, 50)).write('main', 'flow', DATE, 0, repeat(0, 50));
      const slot = plant.calendar.window(DATE).firstSlot + 45;
      return new RuleRig(plant).finding('main', 'device_status', slot, 'disagreement')?.isMet;
    };
    expect([found(['volume', 'flow']), found(['volume']), found(['flow'])]).toEqual([true, undefined, undefined]);
  });

  it('that agree, or differ by less than what counts as a flow, are none', () => {
    expect(lines([...repeat(0, 20), ...repeat(500, 30)], [...repeat(0, 20), ...repeat(6, 30)])).toEqual([]);
    // 2 % of 100 m3/h is the least that counts
    expect(lines(repeat(100, 50), repeat(0, 50))).toEqual([]);
  });
});
