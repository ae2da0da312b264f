import type { Collecting } from './context.ts';
import type { UnitReading } from './readUnits.ts';

const SLOT_MS = 300_000;
const HOUR_SLOTS = 12;
const LITRES_PER_M3 = 1000;
/** The night, by the clock of the plant. */
const NIGHT = { fromHour: 0, toHour: 6 } as const;

const clocks = new Map<string, Intl.DateTimeFormat>();
const hourAt = (slot: number, timezone: string): number => {
  const clock =
    clocks.get(timezone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' });
  clocks.set(timezone, clock);
  return Number(clock.format(slot * SLOT_MS));
};

/** The smallest mean of an hour between 00:00 and 06:00, m3/h; null where no hour of the night is wholly known. */
export const nightFlowM3h = ({ series }: UnitReading, { source, window }: Collecting): number | null => {
  if (series.measure !== 'L' || series.kind !== 'counter') return null;
  const hours = window.buckets.filter(({ fromSlot }) => {
    const hour = hourAt(fromSlot, window.timezone);
    return hour >= NIGHT.fromHour && hour < NIGHT.toHour;
  });
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return null;
  const { values, quality } = source.reader.slots(series.id, first.fromSlot, Math.min(last.toSlot, source.nowSlot));
  let least: number | null = null;
  for (let at = 0; at + HOUR_SLOTS <= values.length; at += 1) {
    if (/[MX]/.test(quality.slice(at, at + HOUR_SLOTS))) continue;
    const hourL = values.subarray(at, at + HOUR_SLOTS).reduce((sum, value) => sum + value, 0);
    if (least === null || hourL < least) least = hourL;
  }
  return least === null ? null : least / LITRES_PER_M3;
};
