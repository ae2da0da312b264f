import type { QualityLetter } from '../../../../contract/model/common.ts';
import { jointLetter, type Tally } from '../../../../historian/index.ts';
import { completenessOf } from '../../../readings/index.ts';
import type { Row, TableSection } from '../../model.ts';
import { nameOf } from '../buckets.ts';
import { number, share, text } from '../columns.ts';
import type { Collecting } from '../context.ts';
import type { UnitReading } from '../unitReading.ts';

type Bucket = Collecting['window']['buckets'][number];

/** The total of a day that is complete does not say how: what a person entered, and what ran backwards, is known of its slots alone. */
const letterOf = ({ series }: UnitReading, { quality }: Tally, bucket: Bucket, { source }: Collecting): QualityLetter => {
  if (quality !== 'G') return quality;
  const toSlot = Math.max(bucket.fromSlot, Math.min(bucket.toSlot, source.nowSlot));
  return jointLetter(source.reader.slots(series.id, bucket.fromSlot, toSlot).quality);
};

const rowOf = (reading: UnitReading, context: Collecting): Row => {
  const days = reading.buckets.flatMap((tally, at) => {
    const bucket = context.window.buckets[at];
    return tally.expected > 0 && bucket ? [{ tally, bucket, label: bucket.label }] : [];
  });
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
      letters: days.map(({ tally, bucket }) => letterOf(reading, tally, bucket, context)).join(''),
    },
  };
};

/** How well every series of the report was known, day by day; nothing where none was read. */
export const dataQualityTable = async (readings: readonly UnitReading[], context: Collecting): Promise<TableSection[]> => {
  const rows: Row[] = [];
  for (const reading of readings) {
    await context.source.pace.turn();
    rows.push(rowOf(reading, context));
  }
  return rows.length === 0
    ? []
    : [
        {
          kind: 'table',
          key: 'dataQuality',
          title: 'Data quality',
          columns: [
            text('unit', 'Unit'),
            share('complete', 'Complete'),
            number('whole', 'Days complete', '', 0),
            number('part', 'Days with gaps', '', 0),
            number('none', 'Days without data', '', 0),
            number('estimated', 'Days with estimates', '', 0),
            share('worst', 'Worst day'),
            text('worstAt', 'On'),
            { key: 'letters', name: 'Day by day', kind: 'quality' },
          ],
          rows,
          notes: [
            'A letter a day: G measured, B with backflow, R entered by a person, E a part is missing or its shape estimated, F a part of the volume is estimated, X rejected by a check, M nothing known.',
          ],
        },
      ];
};
