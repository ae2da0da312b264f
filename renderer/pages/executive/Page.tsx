import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { execKpis } from '../../../server/contract/model/featureData.ts';
import { type ExecutiveSummary, executiveData, executivePin } from '../../../server/contract/user/executiveSummary.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { PeriodPage } from '../../parts/dates/PeriodPage.tsx';
import { periodTypes, usePeriod } from '../../parts/dates/usePeriod.ts';
import { Empty, explain } from '../../parts/states.tsx';
import type { TableTwin } from '../../parts/table.ts';
import { toDmy } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { readSearch } from './entry.ts';
import { KeyFigures, Plants, Trends, targetsOf } from './Figures.tsx';
import styles from './Page.module.css';
import { ShareLink } from './ShareLink.tsx';
import { words } from './words.ts';

const slowMs = 30_000;

const tableOf = ({ industries, totals }: ExecutiveSummary, when: string): TableTwin => ({
  name: words.table.name(when),
  caption: words.table.name(when),
  columns: [
    { key: 'plant', label: words.plant },
    { key: 'figure', label: words.table.figure },
    { key: 'value', label: words.table.value, numeric: true },
    { key: 'unit', label: words.table.unit },
    { key: 'previous', label: words.table.previous, numeric: true },
    { key: 'change', label: words.table.change, unit: '%', numeric: true },
    { key: 'target', label: words.table.target, numeric: true },
    { key: 'complete', label: words.table.complete, unit: '%', numeric: true },
  ],
  rows: [
    ...industries.map(({ industryName, kpis }) => ({ name: industryName, kpis })),
    { name: words.total, kpis: totals },
  ].flatMap(({ name, kpis }) =>
    execKpis.flatMap((key) => {
      const kpi = kpis[key];
      if (kpi === undefined) return [];
      const { value, unit, previous, changePct, target, completeness } = kpi;
      return [[name, words.kpis[key], value, unit, previous, changePct, target ?? null, completeness]];
    }),
  ),
});

/** Key figures on one page of paper or one screen of a phone, across the plants that one may see. */
export const ExecutivePage = () => {
  const search = useSearch({ from: '/executive' });
  const navigate = useNavigate({ from: '/executive' });
  const of = usePeriod(search);
  const { period, last, everyMs } = of;
  const found = useEndpoint(
    executiveData,
    { query: { date: toDmy(last), type: periodTypes[period] } },
    { everyMs, keepPrevious: true, timeoutMs: slowMs },
  );
  const pin = useSend(executivePin);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <PeriodPage
      title={text.nav.executive}
      help={words.help}
      of={of}
      onChange={(next) =>
        void navigate({ search: (before) => readSearch({ ...before, ...next }), replace: true, resetScroll: false })
      }
      found={found}
      tableOf={tableOf}
      isEmpty={({ industries }) => industries.length === 0}
      empty={<Empty title={words.none}>{words.noneBody}</Empty>}
    >
      {(data) => {
        const verdict = words.verdict(targetsOf(data));
        return (
          <>
            <section className={styles.verdict} aria-label={verdict}>
              <h2>{verdict}</h2>
            </section>
            <KeyFigures data={data} />
            {problem === null ? null : <p role="alert">{problem}</p>}
            <Plants
              industries={data.industries}
              onPin={({ industryId }) => {
                setProblem(null);
                pin.send({ body: { industryId } }).catch((error: unknown) => setProblem(explain(error)));
              }}
            />
            <Trends data={data} />
            <ShareLink />
          </>
        );
      }}
    </PeriodPage>
  );
};
