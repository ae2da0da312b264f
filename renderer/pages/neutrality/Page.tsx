import { useNavigate, useSearch } from '@tanstack/react-router';
import { placesNotZero } from '../../../server/contract/rules/besideMarks.ts';
import { type Neutrality, neutrality } from '../../../server/contract/user/neutrality.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { SeriesBars } from '../../parts/charts/SeriesBars.tsx';
import { stepLabel } from '../../parts/charts/stepLabel.ts';
import { PeriodPage } from '../../parts/dates/PeriodPage.tsx';
import { firstDayOf } from '../../parts/dates/period.ts';
import { usePeriod } from '../../parts/dates/usePeriod.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Empty } from '../../parts/states.tsx';
import type { TableTwin } from '../../parts/table.ts';
import { language } from '../../text/language.ts';
import { formatApart, formatCompleteness, formatTo, formatWithUnit, unitLabel } from '../../text/numbers.ts';
import { toDmy } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { readSearch } from './entry.ts';
import { Ladder } from './Ladder.tsx';
import styles from './Page.module.css';
import { words } from './words.ts';

const verdictOf = ({ status, gapKL, index }: Neutrality): string => {
  if (status === 'not_neutral') return words.verdict.not_neutral(formatWithUnit(gapKL, 'KL'));
  return status === 'no_data' && index !== null ? words.verdict.lacking : words.verdict[status];
};

const tableOf = (data: Neutrality, when: string): TableTwin => ({
  name: words.table.name(when),
  caption: words.table.name(when),
  columns: [
    { key: 'side', label: words.table.side },
    { key: 'unit', label: words.table.unit },
    { key: 'value', label: words.table.value, unit: data.siUnit, numeric: true },
    { key: 'counted', label: words.table.counted, unit: data.siUnit, numeric: true },
    { key: 'method', label: words.table.method },
    { key: 'place', label: words.table.place },
    { key: 'verified', label: words.table.verified },
    { key: 'complete', label: words.table.complete, unit: '%', numeric: true },
    { key: 'why', label: words.table.why },
  ],
  rows: (['creditedUnits', 'debitedUnits'] as const).flatMap((side) =>
    data[side].map((unit) => [
      ...[side === 'creditedUnits' ? words.credits : words.debits, unit.unitName, unit.value, unit.counted, words[unit.method]],
      ...[unit.onSite ? words.onSite : words.offset, unit.verifiedBy, unit.completeness],
      unit.notCounted === null ? '' : words.notCounted[unit.notCounted],
    ]),
  ),
});

/** What is given back against what is taken. */
export const NeutralityPage = () => {
  const search = useSearch({ from: '/neutrality' });
  const navigate = useNavigate({ from: '/neutrality' });
  const of = usePeriod(search);
  const { period, date, last, everyMs } = of;
  const found = useEndpoint(
    neutrality,
    { query: { date1: toDmy(firstDayOf(period, date)), date2: toDmy(last) } },
    { everyMs, keepPrevious: true },
  );
  return (
    <PeriodPage
      title={text.nav.neutrality}
      help={words.help}
      of={of}
      onChange={(next) =>
        void navigate({ search: (before) => readSearch({ ...before, ...next }), replace: true, resetScroll: false })
      }
      found={found}
      tableOf={tableOf}
      isEmpty={({ creditedUnits, debitedUnits }) => creditedUnits.length + debitedUnits.length === 0}
      empty={<Empty title={words.none}>{words.noneBody}</Empty>}
    >
      {(data) => (
        <>
          <section className={styles.verdict} aria-label={verdictOf(data)}>
            <h2>{verdictOf(data)}</h2>
          </section>
          <Facts
            label={words.figures}
            facts={[
              {
                key: 'index',
                name: words.index,
                value: data.index === null ? text.noValue : formatApart(data.index, [0.995, 1, 1.005], 3),
                note:
                  data.uncertainty === null
                    ? undefined
                    : words.indexNote(formatTo(data.uncertainty, placesNotZero(data.uncertainty, 3))),
              },
              ...(['credited', 'debited'] as const).map((key) => ({
                key,
                name: words[key],
                value: formatWithUnit(data[key].value, data[key].unit),
                ...(data[`${key}Units`].length === 0
                  ? { note: text.noMeter }
                  : {
                      note: words.complete(formatCompleteness(data[key].completeness)),
                      provisional: data[key].completeness < 90,
                    }),
              })),
              { key: 'gap', name: words.gap, value: formatWithUnit(data.gapKL, 'KL') },
            ]}
          />
          <Panel id="ladder" title={words.ladder} note={words.ladderNote}>
            <Ladder data={data} />
          </Panel>
          <Panel id="days" title={words.byDay(unitLabel(data.siUnit))} note={words.legend(words.credited, words.debited)}>
            <SeriesBars
              of={data.graph.credited}
              other={data.graph.debited}
              label={words.byDayLabel}
              shortLabel={stepLabel}
              window={data.window}
            />
          </Panel>
          {data.notes.length === 0 || language() !== 'en' ? null : (
            <Panel id="notes" title={words.notes}>
              <ul className={styles.notes}>
                {data.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </Panel>
          )}
        </>
      )}
    </PeriodPage>
  );
};
