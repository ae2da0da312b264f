import { describe, expect, it } from 'vitest';
import { ShiftCalendar } from '../../core/shift.ts';
import type { ReadingReader } from '../../historian/read/reader.ts';
import type { SeriesInfo } from '../../plantModel/model.ts';
import { nightFlowsM3h, nightOf } from './nightFlow.ts';

const calendarFrom = (startAt: string): ShiftCalendar =>
  new ShiftCalendar([{ validFrom: '1970-01-01', timezone: 'Asia/Kolkata', startAt }]);
const DAY = 20_000;
const slotOf = (clock: string, day = DAY): number =>
  Date.parse(`${new Date(day * 86_400_000).toISOString().slice(0, 10)}T${clock}:00+05:30`) / 300_000;

describe('the night of a day', () => {
  it('is from midnight to six by the clock of the plant, whenever the day begins', () => {
    expect(nightOf(calendarFrom('06:00:00'), DAY).nights).toEqual([
      { fromSlot: slotOf('00:00', DAY + 1), toSlot: slotOf('06:00', DAY + 1) },
    ]);
    expect(nightOf(calendarFrom('06:30:00'), DAY).nights).toEqual([
      { fromSlot: slotOf('00:00', DAY + 1), toSlot: slotOf('06:00', DAY + 1) },
    ]);
    expect(nightOf(calendarFrom('00:00:00'), DAY).nights).toEqual([{ fromSlot: slotOf('00:00'), toSlot: slotOf('06:00') }]);
  });

  it('is two stretches where the day begins within it', () => {
    expect(nightOf(calendarFrom('03:00:00'), DAY).nights).toEqual([
      { fromSlot: slotOf('03:00'), toSlot: slotOf('06:00') },
      { fromSlot: slotOf('00:00', DAY + 1), toSlot: slotOf('03:00', DAY + 1) },
    ]);
  });
});

describe('the minimum night flow', () => {
  const series = { id: 1, kind: 'counter', measure: 'L' } as SeriesInfo;
  const calendar = calendarFrom('00:00:00');
  const night = [nightOf(calendar, DAY)];
  /** 100 L a slot, save what is said. */
  const reading = (said: Record<string, number | null>, nowSlot = slotOf('23:00')) => {
    const exceptions = new Map(Object.entries(said).map(([clock, litres]) => [slotOf(clock), litres]));
    const slots: ReadingReader['slots'] = (_id, fromSlot, toSlot) => {
      const all = Array.from({ length: toSlot - fromSlot }, (_, at) => exceptions.get(fromSlot + at));
      return {
        fromSlot,
        values: Float64Array.from(all, (litres) => (litres === undefined ? 100 : (litres ?? 0))),
        quality: all.map((litres) => (litres === null ? 'M' : 'G')).join(''),
      };
    };
    return { reader: { slots } as ReadingReader, calendar, nowSlot };
  };

  it('is the smallest hour of the night, in m³/h', () => {
    expect(nightFlowsM3h(series, night, reading({ '03:10': 40 }))).toEqual([expect.closeTo(1.14, 10)]);
    expect(nightFlowsM3h(series, night, reading({ '12:00': 0 }))).toEqual([expect.closeTo(1.2, 10)]);
  });

  it('is not known of a night of which less than half was measured', () => {
    const missing = (slots: number) =>
      Object.fromEntries(
        Array.from({ length: slots }, (_, at) => {
          const minutes = 5 * at;
          return [`0${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`, null];
        }),
      );
    expect(nightFlowsM3h(series, night, reading(missing(36)))).toEqual([expect.closeTo(1.2, 10)]);
    expect(nightFlowsM3h(series, night, reading(missing(37)))).toEqual([null]);
  });

  it.each(['E', 'F'])('is never that of an hour in which a volume is an estimate, %s', (letter) => {
    const plain = reading({ '03:10': 40 });
    const slots: ReadingReader['slots'] = (id, fromSlot, toSlot) => {
      const run = plain.reader.slots(id, fromSlot, toSlot);
      const at = slotOf('03:15') - fromSlot;
      return { ...run, quality: run.quality.slice(0, at) + letter + run.quality.slice(at + 1) };
    };
    const estimated = { ...plain, reader: { slots } as ReadingReader };
    // the hour up to 03:15 still holds the smallest slot
    expect(nightFlowsM3h(series, night, estimated)).toEqual([expect.closeTo(1.14, 10)]);
    const all: ReadingReader['slots'] = (id, fromSlot, toSlot) => {
      const run = plain.reader.slots(id, fromSlot, toSlot);
      return { ...run, quality: letter.repeat(run.quality.length) };
    };
    expect(nightFlowsM3h(series, night, { ...plain, reader: { slots: all } as ReadingReader })).toEqual([null]);
  });

  it('is never that of an hour with a gap, and null where no hour is whole', () => {
    expect(nightFlowsM3h(series, night, reading({ '03:10': null }))).toEqual([expect.closeTo(1.2, 10)]);
    const gaps = Object.fromEntries(['00:30', '01:25', '02:20', '03:15', '04:10', '05:05'].map((clock) => [clock, null]));
    expect(nightFlowsM3h(series, night, reading(gaps))).toEqual([null]);
    expect(nightFlowsM3h(series, night, reading({}, slotOf('00:55')))).toEqual([null]);
    expect(nightFlowsM3h({ ...series, measure: 'Wh' }, night, reading({}))).toEqual([null]);
  });
});
