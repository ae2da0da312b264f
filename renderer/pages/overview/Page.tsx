import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { overviewQuery } from '../../api/queries.ts';
import { Panel } from '../../parts/Panel.tsx';
import { Empty, Failed, LoadingRows } from '../../parts/states.tsx';
import { type SectionId, sectionsOf } from '../../state/grouping.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { text } from '../../text/en.ts';
import { clockTime } from '../../text/times.ts';
import { Kpis } from './Kpis.tsx';
import { OfflinePanel } from './OfflinePanel.tsx';
import styles from './Page.module.css';
import { QualityPanel } from './QualityPanel.tsx';
import { TanksPanel } from './TanksPanel.tsx';
import { UnitTable } from './UnitTable.tsx';

const waterSections: readonly SectionId[] = ['intake', 'treatment', 'use'];
const otherSections: readonly SectionId[] = ['discharge', 'groundwater', 'energy', 'rain', 'other', 'totals'];

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
  const services = useServices();
  const { timezone } = useProfile();
  const { data, error, refetch, isFetching } = useQuery(overviewQuery(services));
  useDocumentTitle(text.pageTitle(text.overview.title));

  const sections = data === undefined ? [] : sectionsOf(data.units);
  const tables = (ids: readonly SectionId[]) => sections.filter(({ id }) => ids.includes(id));
  const unitsOf = (wanted: SectionId) => sections.find(({ id }) => id === wanted)?.units;
  const [water, rest] = [tables(waterSections), tables(otherSections)];
  const sums = data === undefined ? {} : { intake: data.kpis.intake, use: data.kpis.consumption };
  const [tanks, quality] = [unitsOf('stock'), unitsOf('quality')];

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
            <div className={styles.water}>
              {water.length === 0 ? null : <UnitTable id="water" sections={water} sums={sums} />}
            </div>
            <div className={styles.rest}>{rest.length === 0 ? null : <UnitTable id="rest" sections={rest} sums={sums} />}</div>
            <div className={styles.tanks}>
              <OfflinePanel units={data.units} />
              {tanks === undefined ? null : <TanksPanel units={tanks} />}
            </div>
            <div className={styles.quality}>{quality === undefined ? null : <QualityPanel units={quality} />}</div>
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
