import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue } from 'react';
import type { Overview } from '../../../server/contract/plant/overview.ts';
import { patiently } from '../../api/patiently.ts';
import { useOverview } from '../../api/useOverview.ts';
import { Choice } from '../../parts/Choice.tsx';
import { pastWords } from '../../parts/dates/pastWords.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { LoadingRows } from '../../parts/states.tsx';
import type { Fresh } from '../../state/fresh.ts';
import { lastSlotEnd, momentText } from '../../state/moment.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { useMedia } from '../../state/useMedia.ts';
import { dateAndTime } from '../../text/times.ts';
import { EmptyPlant } from '../firstRun/EmptyPlant.tsx';
import { FirstRunLeft } from './FirstRunLeft.tsx';
import { HoursStrip } from './HoursStrip.tsx';
import { overviewTable } from './overviewTable.ts';
import styles from './Page.module.css';
import { AlarmsPanel } from './panels/AlarmsPanel.tsx';
import { BalanceLine } from './panels/BalanceLine.tsx';
import { KeyFigures } from './panels/KeyFigures.tsx';
import { RoPanel } from './panels/RoPanel.tsx';
import { Schematic } from './scheme/Schematic.tsx';
import { TankRows } from './TankRows.tsx';
import { dayOf, usePlantNow } from './usePlantNow.ts';
import { VerdictPanel } from './Verdict.tsx';
import { words } from './words.ts';

// not asked for at first
const Past = lazy(async () => ({ default: (await patiently(() => import('./past/Past.tsx'))).Past }));
const UnitsTab = lazy(async () => ({ default: (await patiently(() => import('./allUnits/UnitsTab.tsx'))).UnitsTab }));

/** What a phone shows of the tanks before it scrolls. */
const phoneTanks = 4;

const Loading = () => (
  <>
    <div className={styles.loadingShape}>
      <LoadingRows rows={2} height="1.5rem" />
    </div>
    <div className={styles.loadingShape}>
      <LoadingRows rows={3} height="1.5rem" />
    </div>
    <div className={styles.loadingShape}>
      <LoadingRows rows={8} height="2.5rem" />
    </div>
  </>
);

const Now = ({ overview, fresh }: { overview: Overview; fresh: Fresh }) => {
  const { permissions } = useProfile();
  const now = usePlantNow(overview, fresh);
  const isPhone = useMedia('screen and (max-width: 61.9375em)');
  // where alarms and tanks stand side by side, below the water, the short column takes the RO
  const isBelow = useMedia('screen and (max-width: 109.9375em)');
  // the verdict and the figures are drawn first, the pictures below once they are on the screen
  const isWhole = useDeferredValue(true, false);
  const verdict = <VerdictPanel overview={overview} now={now} />;
  const figures = <KeyFigures overview={overview} limits={now.limits} />;
  if (!isWhole)
    return (
      <div className={styles.now}>
        {verdict}
        {figures}
      </div>
    );
  const hours = <HoursStrip tanks={now.tanks.length} />;
  const balance = permissions.includes('WATER_BALANCE') ? <BalanceLine overview={overview} balance={now.balance} /> : null;
  const tanks = <TankRows tanks={now.tanks} {...(isPhone ? { most: phoneTanks } : {})} />;
  const ro = permissions.includes('EFFICIENCY') ? <RoPanel day={dayOf(overview)} /> : null;
  const water = permissions.includes('WATER_BALANCE') ? <Schematic overview={overview} now={now} /> : null;
  if (isPhone) {
    return (
      <div className={styles.now}>
        {verdict}
        {figures}
        {tanks}
        {hours}
        {balance}
        {water}
        {ro}
        <AlarmsPanel overview={overview} now={now} />
      </div>
    );
  }
  return (
    <div className={styles.now}>
      {verdict}
      {figures}
      <div className={styles.middle}>
        <div className={styles.left}>
          <AlarmsPanel overview={overview} now={now} />
          {isBelow ? ro : null}
        </div>
        {water}
        <div className={styles.right}>
          {tanks}
          {isBelow ? null : ro}
        </div>
      </div>
      {hours}
      {balance}
    </div>
  );
};

const views = ['now', 'past', 'units'] as const;
type View = (typeof views)[number];

/** Is the plant normal? The verdict in words first, then figures, the way of the water, tanks, the last day and the balance. */
export const OverviewPage = () => {
  const { tab, at } = useSearch({ from: '/' });
  const navigate = useNavigate();
  const { clock } = useServices();
  const { timezone } = useProfile();
  const overview = useOverview();
  const { data } = overview;
  const choose = (view: View) => {
    const past = view === 'past' ? { at: momentText(lastSlotEnd(clock.now())) } : {};
    void navigate({ to: '/', search: view === 'units' ? { tab: 'units' } : past });
  };
  const show = (shown: Overview) =>
    tab === 'units' ? <UnitsTab overview={shown} /> : <Now overview={shown} fresh={overview.fresh} />;
  return (
    <PageFrame
      title={words.title}
      pins={{ at: at ?? momentText(lastSlotEnd(clock.now())) }}
      note={
        at === undefined ? undefined : (
          <strong className={styles.shown}>{pastWords.shown(dateAndTime(Date.parse(at), timezone))}</strong>
        )
      }
      fresh={overview.fresh}
      help={words.help.map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      table={data === undefined || at !== undefined ? undefined : overviewTable(data)}
      beside={
        <Choice<View>
          label={words.tabs.label}
          value={tab === 'units' ? 'units' : at === undefined ? 'now' : 'past'}
          options={views.map((value) => ({ value, label: words.tabs[value] }))}
          onChoose={choose}
        />
      }
    >
      {data === undefined || data.units.length === 0 ? null : <FirstRunLeft />}
      <Loaded of={overview} loading={<Loading />} isEmpty={({ units }) => units.length === 0} empty={<EmptyPlant />}>
        {(known) => (
          <Suspense fallback={<Loading />}>
            {at === undefined ? show(known) : <Past at={at} show={show} loading={<Loading />} />}
          </Suspense>
        )}
      </Loaded>
    </PageFrame>
  );
};
