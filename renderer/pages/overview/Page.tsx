import { lazy, Suspense } from 'react';
import { useOverview } from '../../api/useOverview.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Empty, LoadingRows } from '../../parts/states.tsx';
import { type SectionId, sectionsOf } from '../../state/grouping.ts';
import { useProfile } from '../../state/services.ts';
import { clockTime } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { Kpis } from './Kpis.tsx';
import { OfflinePanel } from './OfflinePanel.tsx';
import styles from './Page.module.css';
import { QualityPanel } from './QualityPanel.tsx';
import { TanksPanel } from './TanksPanel.tsx';
import { UnitTable } from './UnitTable.tsx';
import { words } from './words.ts';

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
  const { timezone } = useProfile();
  const overview = useOverview();
  const { data } = overview;

  const sections = data === undefined ? [] : sectionsOf(data.units);
  const tables = (ids: readonly SectionId[]) => sections.filter(({ id }) => ids.includes(id));
  const unitsOf = (wanted: SectionId) => sections.find(({ id }) => id === wanted)?.units;
  const [water, rest] = [tables(waterSections), tables(otherSections)];
  const sums = data === undefined ? {} : { intake: data.kpis.intake, use: data.kpis.consumption };
  const [tanks, quality] = [unitsOf('stock'), unitsOf('quality')];

  return (
    <PageFrame
      title={words.title}
      fresh={overview.fresh}
      note={data === undefined ? undefined : words.comparedTo(clockTime(Date.parse(data.comparedTo), timezone))}
    >
      <Loaded
        of={overview}
        loading={<Loading />}
        isEmpty={({ units }) => units.length === 0}
        empty={<Empty title={text.emptyPlant.title}>{text.emptyPlant.body}</Empty>}
      >
        {(known) => (
          <>
            <Kpis overview={known} />
            <div className={styles.columns}>
              <div className={styles.water}>
                {water.length === 0 ? null : <UnitTable id="water" sections={water} sums={sums} />}
              </div>
              <div className={styles.rest}>{rest.length === 0 ? null : <UnitTable id="rest" sections={rest} sums={sums} />}</div>
              <div className={styles.tanks}>
                <OfflinePanel units={known.units} />
                {tanks === undefined ? null : <TanksPanel units={tanks} />}
              </div>
              <div className={styles.quality}>{quality === undefined ? null : <QualityPanel units={quality} />}</div>
            </div>
            <Suspense
              fallback={
                <Panel id="hours" title={words.trend}>
                  <LoadingRows rows={1} height="15rem" />
                </Panel>
              }
            >
              <HoursPanel window={known.window} />
            </Suspense>
          </>
        )}
      </Loaded>
    </PageFrame>
  );
};
