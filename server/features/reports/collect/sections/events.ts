import { SLOT_MS } from '../../../../core/slots.ts';
import { type CounterEvent, isServerClockStep } from '../../../../historian/index.ts';
import type { TableSection } from '../../model.ts';
import { cell, number, text, time } from '../columns.ts';
import type { Collecting } from '../context.ts';
import type { UnitReading } from '../unitReading.ts';

/** More would bury the report; the count is below. */
const MOST_SHOWN = 500;

const kinds: Record<CounterEvent['kind'], string> = {
  rollover: 'counter began again from 0',
  rollover_doubt: 'number of rollovers not sure',
  counter_reset: 'counter was reset or the meter changed',
  meter_change: 'meter changed',
  returned: 'counter came back to its course',
  caught_up: 'counter stopped and caught up',
  rejected: 'reading not believed',
  backflow: 'counter ran backwards',
  reverse_flow: 'water flowed backwards',
  clock: 'clock of the device was wrong',
  manual: 'entered by a person',
};

const whatOf = (event: CounterEvent): string => (isServerClockStep(event) ? 'clock of the server was set' : kinds[event.kind]);

/** What happened to the meters of a report, oldest first; a step of the server's clock is one line. */
export const eventsOf = (
  { source, window, directory, order }: Collecting,
  readings: readonly UnitReading[],
): (CounterEvent & { unitId: string; unitName: string })[] => {
  const units = new Map(readings.map(({ series, unit }) => [series.id, unit]));
  return source.reader
    .counterEvents([...units.keys()], window.fromSlot, window.toSlot)
    .filter(firstOfStep())
    .map((event) => {
      const unit = units.get(event.seriesId);
      if (isServerClockStep(event)) return { ...event, unitId: '', unitName: 'the server' };
      return { ...event, unitId: unit?.id ?? '', unitName: directory.unit(order.industryId, unit?.id ?? '')?.name ?? '' };
    })
    .sort((a, b) => a.slot - b.slot || (a.unitName < b.unitName ? -1 : 1));
};

const firstOfStep = (): ((event: CounterEvent) => boolean) => {
  const seen = new Set<string>();
  return (event) => {
    if (!isServerClockStep(event)) return true;
    const key = `${event.slot} ${event.note}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
};

export const eventTable = (events: ReturnType<typeof eventsOf>): TableSection => ({
  kind: 'table',
  key: 'events',
  title: 'Events of the meters',
  columns: [
    time('at', 'At'),
    text('unit', 'Meter'),
    text('what', 'What'),
    number('before', 'Before', '', 2),
    number('after', 'After', '', 2),
    text('note', 'Note'),
  ],
  rows: events.slice(0, MOST_SHOWN).map((event) => {
    const { slot, unitName, before, after, note } = event;
    return {
      cells: {
        at: slot * SLOT_MS,
        unit: unitName,
        what: whatOf(event),
        before: cell(before),
        after: isServerClockStep(event) ? null : cell(after),
        note,
      },
    };
  }),
  empty: 'No reset, meter change or manual entry in this period.',
  ...(events.length > MOST_SHOWN && { notes: [`The first ${MOST_SHOWN} of ${events.length}.`] }),
});
