import { Failure } from '../core/fail.ts';
import type { ShiftCalendar } from '../core/shift.ts';
import type { Ingest, ReadingReader } from '../historian/index.ts';
import type { UnitDirectory } from '../plantModel/index.ts';
import { idIn } from './setup.ts';

/** Ground that drains into the village pond which the plant has desilted, m2, the part of its rain that gets there, what the pond held
 * at first, litres, and the part of it that seeps in within a week. */
const pond = { areaM2: 240_000, runoff: 0.3, heldL: 10_000_000, seepage: 0.08 };
const week = 7;

type Parts = {
  directory: UnitDirectory;
  reader: ReadingReader;
  ingest: Pick<Ingest, 'enter'>;
  calendars: { of(industryId: string): ShiftCalendar };
};

/** What the surveyor of the offset enters once a week, from the rain that fell: whole weeks of [firstDay, today). */
export async function enterOffset(
  { directory, reader, ingest, calendars }: Parts,
  firstDay: number,
  today: number,
): Promise<void> {
  const seriesOf = (key: string, param: string): number => {
    const found = directory.unit('DEMO', idIn('DEMO', key))?.series.find((one) => one.param === param);
    if (!found) throw new Failure('server', `the demo unit ${key} has no parameter ${param}`);
    return found.id;
  };
  const [rain, offset] = [seriesOf('rain', 'rain'), seriesOf('pondOffset', 'volume')];
  const calendar = calendars.of('DEMO');
  let heldL = pond.heldL;
  for (let day = firstDay; day + week <= today; day += week) {
    const mm = reader.dayTotals([rain], day, day + week - 1).reduce((sum, total) => sum + (total.sum ?? 0), 0);
    const { firstSlot, slots } = calendar.windowOfDay(day + week - 1);
    heldL += mm * pond.areaM2 * pond.runoff;
    const litres = Math.round(heldL * pond.seepage);
    heldL -= litres;
    await ingest.enter(offset, firstSlot + slots - 1, [litres], `survey of the village pond: ${mm.toFixed(1)} mm of rain`);
  }
}
