import type { OverviewMoment } from '../../../contract/plant/moments.ts';
import { Failure } from '../../../core/fail.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { asOf, jointLetter, NormalBands, type PacedReadServices, type ServingContext } from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { DayCurves } from '../dayCurves.ts';
import { plantHours } from './hours.ts';
import { plantOverview } from './overview.ts';
import type { LatestOf } from './overviewUnit.ts';

type MomentParts = PacedReadServices & { dischargeIds(industryId: string): Promise<ReadonlySet<string>> };

/** What the slot that ended then says of a gauge; what a counter read is not kept by slot. */
const readingAt = ({ id, kind }: SeriesInfo, { reader, nowSlot }: ServingContext): ReturnType<LatestOf> => {
  const { values, quality } = reader.slots(id, nowSlot - 1, nowSlot);
  const letter = jointLetter(quality);
  if (kind === 'counter') return { letter };
  if (letter === 'M' || letter === 'X') return { letter, quality: letter === 'X' ? 'BAD_RANGE' : 'STALE' };
  const isDoubtful = letter === 'E' || letter === 'F';
  return { letter, value: values[0] ?? null, atMs: nowSlot * SLOT_MS, quality: isDoubtful ? 'UNCERTAIN' : 'GOOD' };
};

/** The plant at a glance as it was at the end of a slot, with the 24 hours before. */
export const pastOverviews = (parts: MomentParts) => {
  const curves = new DayCurves();
  return async (
    industryId: string,
    now: ServingContext,
    endSlot: number,
  ): Promise<Pick<OverviewMoment, 'overview' | 'hours'>> => {
    const { directory, reader } = parts;
    const industry = directory.industry(industryId);
    if (!industry) throw new Failure('noData', 'industry not found');
    const isOnline = ({ series }: Unit): boolean =>
      series.some(({ id }) => {
        const letter = jointLetter(reader.slots(id, endSlot - 1, endSlot).quality);
        return letter !== 'M' && letter !== 'X';
      });
    const source = { ...asOf(now, endSlot), isOnline, nowMs: endSlot * SLOT_MS };
    const overview = await plantOverview({
      ...{ industry, directory, source, curves, withAddress: false, troubles: () => null },
      bands: new NormalBands(reader),
      dischargeIds: await parts.dischargeIds(industryId),
      latestOf: (series) => readingAt(series, source),
      // a moment at which a shift day ends belongs to that day
      nowMs: endSlot * SLOT_MS - 1,
    });
    return { overview, hours: await plantHours({ industry, directory, source, curves }) };
  };
};
