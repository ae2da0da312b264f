import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SLOTS_PER_HOUR } from '../../core/slots.ts';
import { Writer } from '../../db/writer.ts';
import { startMeterAndTank } from '../../test/meterAndTank.ts';
import { quietLog } from '../../test/readingsRig.ts';
import { DamageList } from '../store/damage.ts';
import { DayTree, keepDayHashes } from '../store/dayTreeStore.ts';
import { FigureStore } from '../store/figureStore.ts';
import { WorkedOutDays } from '../store/workedOutStore.ts';
import { NormalBands } from './normalBands.ts';

const DAYS = 12;

/** Twelve closed days of a gauge with gaps and of a level, and half a day that runs; by default the shift begins between two hours. */
const twelveDays = async (timezone = 'Asia/Kolkata', firstDate = '2024-05-01') => {
  const { rig, plant, now } = await startMeterAndTank({ timezone, firstDate, days: DAYS, levelOf: (slot) => (slot % 71) / 26 });
  onTestFinished(() => rig.close());
  const { sqlite } = rig.connection;
  const hashDays = () => keepDayHashes(new DayTree(sqlite), new Writer(sqlite), 1000);
  hashDays();
  const [flow, level] = [rig.seriesOf('inlet', 'flow'), rig.seriesOf('tank', 'level')];
  const slots = vi.spyOn(rig.reader, 'slots');
  const figuresOf = () => {
    const store = new FigureStore({ path: join(rig.folder, 'figures.db'), database: rig.path, log: quietLog(rig.log) });
    onTestFinished(() => store.stop());
    return { store, figures: new WorkedOutDays({ sqlite: rig.readonly.sqlite, store, damage: new DamageList() }) };
  };
  const { calendar } = plant;
  const today = calendar.windowOfDay(calendar.dayOfSlot(now));
  /** A moment in each hour that begins in the running day. */
  const moments = Array.from({ length: today.slots / SLOTS_PER_HOUR }, (_, hour) => today.firstSlot + hour * SLOTS_PER_HOUR + 7);
  const bandsOf = (bands: NormalBands) =>
    moments.map((nowSlot) => [bands.of(flow, { nowSlot, calendar }), bands.of(level, { nowSlot, calendar })]);
  /** As they are without any figure that is kept. */
  const expected = () => bandsOf(new NormalBands(rig.reader));
  return { rig, calendar, flow, now, hashDays, slots, figuresOf, bandsOf, expected };
};

describe('where a gauge usually is', () => {
  it.each([
    ['between two hours', 'Asia/Kolkata', '2024-05-01'],
    ['with an hour', 'UTC', '2024-05-01'],
    ['with an hour, in the week after clocks were set back', 'Europe/Berlin', '2024-10-20'],
  ])('is the same from what is kept of a day as from the slots, in each of its hours: the day begins %s', async (_, ...where) => {
    const { rig, figuresOf, bandsOf, expected } = await twelveDays(...where);
    const { figures } = figuresOf();
    const right = expected();
    expect(right.flat().filter((band) => band !== null)).toHaveLength(48);
    expect(bandsOf(new NormalBands(rig.reader, figures))).toEqual(right);
    expect(bandsOf(new NormalBands(rig.reader, figures))).toEqual(right);
  });

  it('is read from slots once a day, and not after a start', async () => {
    const { rig, calendar, flow, now, slots, figuresOf } = await twelveDays();
    const one = figuresOf();
    const first = new NormalBands(rig.reader, one.figures).of(flow, { nowSlot: now, calendar });
    slots.mockClear();
    expect(new NormalBands(rig.reader, one.figures).of(flow, { nowSlot: now, calendar })).toEqual(first);
    one.store.stop();
    expect(new NormalBands(rig.reader, figuresOf().figures).of(flow, { nowSlot: now, calendar })).toEqual(first);
    expect(slots).not.toHaveBeenCalled();
  });

  it('follows a reading of the days before that was corrected, from the next hour and after a start on', async () => {
    const { rig, calendar, flow, now, hashDays, figuresOf, bandsOf, expected } = await twelveDays();
    const one = figuresOf();
    const bands = new NormalBands(rig.reader, one.figures);
    const before = bandsOf(bands);
    const { firstSlot } = calendar.windowOfDay(calendar.dayOfSlot(now) - 3);
    await rig.ingest.enter(flow.id, firstSlot, new Array<number>(288).fill(900), 'read by hand');
    await rig.ingest.flush();
    const after = expected();
    expect(after).not.toEqual(before);
    expect(bandsOf(bands)).toEqual(after);
    hashDays();
    expect(bandsOf(bands)).toEqual(after);
    one.store.stop();
    expect(bandsOf(new NormalBands(rig.reader, figuresOf().figures))).toEqual(after);
  });
});
