import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { overviewQuery } from '../../api/queries.ts';
import { Panel } from '../../parts/Panel.tsx';
import { Empty, Failed, LoadingRows } from '../../parts/states.tsx';
import { sectionsOf } from '../../state/grouping.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { text } from '../../text/en.ts';
import { clockTime } from '../../text/times.ts';
import { Kpis } from './Kpis.tsx';
import { OfflinePanel } from './OfflinePanel.tsx';
import styles from './Page.module.css';
import { QualityPanel } from './QualityPanel.tsx';
import { TanksPanel } from './TanksPanel.tsx';
import { UnitTable } from './UnitTable.tsx';

const HoursPanel = lazy(async () => ({ default: (await import('./HoursPanel.tsx')).HoursPanel }));

const Loading = () => (
  <>
    <div className={styles.kpis}>
      {['intake', 'consumption', 'stock', 'energy', 'quality', 'devices'].map((id) => (
        <div key={id} className={styles.placeholder}>
          <LoadingRows rows={3} height="1.25rem" />
        </div>
      ))}
    </div>
    <div className={styles.placeholder}>
      <LoadingRows rows={10} height="2rem" />
    </div>
  </>
);

/** Is the plant normal? Today so far against yesterday, every unit's live value, tanks, quality, and what does not report. */
export const OverviewPage = () => {
  const { session } = useServices();
  const { timezone } = useProfile();
  const { data, error, refetch, isFetching } = useQuery(overviewQuery(session));
  useDocumentTitle(text.pageTitle(text.overview.title));

  const sections = data === undefined ? [] : sectionsOf(data.units);
  const aside = sections.filter(({ id }) => id === 'stock' || id === 'quality');
  const tables = sections.filter(({ id }) => id !== 'stock' && id !== 'quality');

  return (
    <>
      <div className={styles.title}>
        <h1>{text.overview.title}</h1>
        {data === undefined ? null : <p>{text.overview.comparedTo(clockTime(Date.parse(data.comparedTo), timezone))}</p>}
      </div>
      {data === undefined && error !== null ? <Failed error={error} onRetry={() => void refetch()} busy={isFetching} /> : null}
      {data === undefined && error === null ? <Loading /> : null}
      {data === undefined ? null : data.units.length === 0 ? (
        <Empty title={text.overview.empty}>{text.overview.emptyBody}</Empty>
      ) : (
        <>
          <Kpis overview={data} />
          <div className={styles.columns}>
            <div className={styles.column}>
              {tables.map(({ id, units }) => (
                <UnitTable key={id} id={id} units={units} />
              ))}
            </div>
            <div className={styles.column}>
              {aside.map(({ id, units }) =>
                id === 'stock' ? <TanksPanel key={id} units={units} /> : <QualityPanel key={id} units={units} />,
              )}
              <OfflinePanel units={data.units} />
            </div>
          </div>
          <Suspense
            fallback={
              <Panel id="hours" title={text.overview.trend}>
                <LoadingRows rows={1} height="15rem" />
              </Panel>
            }
          >
            <HoursPanel window={data.window} />
          </Suspense>
        </>
      )}
    </>
  );
};
