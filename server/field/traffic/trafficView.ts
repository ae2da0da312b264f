import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TrafficFrame } from '../../contract/plant/tools/line.ts';
import type { TrafficPage } from '../../core/field/fieldTools.ts';
import { csvLines } from '../../core/text/csv.ts';
import { type Framing, frameView } from './frameText.ts';
import type { RawFrame } from './trafficRing.ts';

/** Frames put into words at once; some milliseconds of work. */
const framesInStep = 250;

type Viewed = { raw: RawFrame; view: TrafficFrame };

/**
 * Frames that pass a filter, with the words of each, oldest first: the newest `limit`, or with `after` the first `limit` behind that
 * sequence. Gives way to other work on the way.
 */
export const viewTraffic = async (frames: readonly RawFrame[], framing: Framing, page: TrafficPage): Promise<Viewed[]> => {
  const { after, limit = Number.POSITIVE_INFINITY } = page;
  const passing = frames.filter((frame) => passes(frame, page));
  if (after === undefined) passing.reverse();
  const viewed: Viewed[] = [];
  for (const [i, raw] of passing.entries()) {
    if (viewed.length >= limit) break;
    if (i > 0 && i % framesInStep === 0) await nextTurn();
    const view = frameView(raw, framing);
    const isWanted =
      (page.unit === undefined || view.unit === page.unit) && (page.fc === undefined || view.functionCode === page.fc);
    if (isWanted) viewed.push({ raw, view });
  }
  return after === undefined ? viewed.reverse() : viewed;
};

/** Times are compared by the millisecond, the last one included. */
const passes = ({ direction, atUs, sequence }: RawFrame, page: TrafficPage): boolean =>
  (page.direction === undefined || page.direction === direction) &&
  (page.from === undefined || atUs >= 1000 * Date.parse(page.from)) &&
  (page.to === undefined || atUs < 1000 * (Date.parse(page.to) + 1)) &&
  (page.after === undefined || sequence > page.after);

const head = ['sequence', 'time_utc', 'direction', 'unit', 'function', 'hex', 'text'];

/** One line per frame. */
export const trafficCsv = (frames: readonly TrafficFrame[]): string =>
  csvLines([
    head,
    ...frames.map(({ sequence, at, direction, unit, functionCode, hex, text }) => [
      ...[sequence, at, direction, unit, functionCode, hex, text],
    ]),
  ]);
