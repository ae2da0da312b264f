import { completenessOf } from '../../../readings/index.ts';
import type { Row, TableSection } from '../../model.ts';
import { nameOf } from '../buckets.ts';
import { number, percent, text } from '../columns.ts';
import type { Collecting } from '../context.ts';
import type { UnitReading } from '../unitReading.ts';

const rowOf = (reading: UnitReading, { window }: Collecting): Row => {
  const days = reading.buckets.flatMap((tally, at) =>
    tally.expected > 0 ? [{ tally, label: window.buckets[at]?.label ?? '' }] : [],
  );
  const parts = days.map(({ tally, label }) => ({ tally, label, complete: completenessOf(tally) }));
  const worst = parts.reduce<(typeof parts)[number] | undefined>(
    (least, part) => (least === undefined || part.complete < least.complete ? part : least),
    undefined,
  );
  const { total } = reading;
  return {
    cells: {
      unit: nameOf(reading),
      complete: total.expected > 0 ? completenessOf(total) : null,
      whole: parts.filter(({ complete }) => complete >= 100).length,
      part: parts.filter(({ complete }) => complete > 0 && complete < 100).length,
      none: parts.filter(({ complete }) => complete === 0).length,
      estimated: parts.filter(({ tally }) => tally.estimated !== 0).length,
      worst: worst && worst.complete < 100 ? worst.complete : null,
      worstAt: worst && worst.complete < 100 ? worst.label : '',
      letters: days.map(({ tally }) => tally.quality).join(''),
    },
  };
};

/** How well every series of the report was known, day by day; nothing where none was read. */
export const dataQualityTable = (readings: readonly UnitReading[], context: Collecting): TableSection[] =>
  readings.length === 0
    ? []
    : [
        {
          kind: 'table',
          key: 'dataQuality',
          title: 'Data quality',
          columns: [
            text('unit', 'Unit'),
            percent('complete', 'Complete'),
            number('whole', 'Days complete', '', 0),
            number('part', 'Days with gaps', '', 0),
            number('none', 'Days without data', '', 0),
            number('estimated', 'Days with estimates', '', 0),
            percent('worst', 'Worst day'),
            text('worstAt', 'On'),
            { key: 'letters', name: 'Day by day', kind: 'quality' },
          ],
          rows: readings.map((reading) => rowOf(reading, context)),
          notes: [
            'A letter a day: G measured, B with backflow, R entered by a person, E a part is missing or its shape estimated, F a part of the volume is estimated, X rejected by a check, M nothing known.',
          ],
        },
      ];
