import type { Neutrality, NeutralUnit } from '../../../../contract/user/neutrality.ts';
import type { Kpi, Row, TableSection } from '../../model.ts';
import type { ReportPart } from '../../parts.ts';
import { number, share, text } from '../columns.ts';
import { type Collecting, isOfWholePlant } from '../context.ts';

const verdicts: Record<Neutrality['status'], { name: string; status: NonNullable<Kpi['status']> }> = {
  neutral: { name: 'neutral', status: 'good' },
  positive: { name: 'positive', status: 'good' },
  not_neutral: { name: 'not neutral', status: 'watch' },
  no_data: { name: 'not known', status: 'unknown' },
};

const exclusions: Record<NonNullable<NeutralUnit['notCounted']>, string> = {
  expired: 'expired',
  unverified: 'not verified',
  internalRecycling: 'recycled within the plant',
  otherWatershed: 'another watershed',
  notVolume: 'not a volume',
};

const verdictTable = ({ siUnit, credited, debited, index, uncertainty, gapKL, status, notes }: Neutrality): TableSection => ({
  kind: 'table',
  key: 'neutrality',
  title: 'Water neutrality',
  columns: [
    number('credited', 'Given back', siUnit, 2),
    number('debited', 'Taken', siUnit, 2),
    number('index', 'Index', '', 4),
    number('uncertainty', 'Uncertainty (1 sigma)', '', 4),
    number('gap', 'Gap', 'KL', 2),
    text('verdict', 'Verdict'),
    share('creditedComplete', 'Given back, complete'),
    share('debitedComplete', 'Taken, complete'),
  ],
  rows: [
    {
      cells: {
        credited: credited.value,
        debited: debited.value,
        index,
        uncertainty,
        gap: gapKL,
        verdict: verdicts[status].name,
        creditedComplete: credited.completeness,
        debitedComplete: debited.completeness,
      },
      starred: [...(credited.estimated ? ['credited'] : []), ...(debited.estimated ? ['debited'] : [])],
    },
  ],
  notes: ['The index is what was given back divided by what was taken: neutral from 0.995 to 1.005, positive above.', ...notes],
});

const unitRow =
  (side: string) =>
  (unit: NeutralUnit): Row => ({
    cells: {
      unit: unit.unitName,
      side,
      value: unit.value,
      counted: unit.counted,
      how: unit.method,
      place: unit.onSite ? 'on site' : 'offset',
      why: unit.notCounted === null ? '' : exclusions[unit.notCounted],
      complete: unit.completeness,
    },
  });

const unitTable = ({ siUnit, creditedUnits, debitedUnits }: Neutrality): TableSection => ({
  kind: 'table',
  key: 'neutralityUnits',
  title: 'What the neutrality index is made of',
  columns: [
    text('unit', 'Unit'),
    text('side', 'Side'),
    number('value', 'Volume', siUnit, 2),
    number('counted', 'Counted', siUnit, 2),
    text('how', 'How'),
    text('place', 'Where'),
    text('why', 'Not counted because'),
    share('complete', 'Complete'),
  ],
  rows: [...creditedUnits.map(unitRow('given back')), ...debitedUnits.map(unitRow('taken'))],
});

/** Of a month: water neutrality as its page shows it; nothing where none is configured. */
export const neutrality = async (context: Collecting): Promise<ReportPart> => {
  const isAsked = context.order.type === 'monthly' && isOfWholePlant(context.order);
  const found = isAsked ? await context.neutrality(context.window) : null;
  if (!found) return { kpis: [], sections: [], readings: [] };
  const kpi: Kpi = {
    key: 'neutrality',
    name: 'Neutrality index',
    value: found.index,
    unit: '',
    decimals: 4,
    previous: null,
    changePct: null,
    completenessPct: Math.min(found.credited.completeness, found.debited.completeness),
    status: verdicts[found.status].status,
  };
  return { kpis: [kpi], sections: [verdictTable(found), unitTable(found)], readings: [] };
};
