import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Overview } from '../../../server/contract/plant/overview.ts';
import { useOverview } from '../../api/useOverview.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Empty, LoadingRows } from '../../parts/states.tsx';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { AlarmsPanel } from './AlarmsPanel.tsx';
import { BalanceLine } from './BalanceLine.tsx';
import { HoursStrip } from './HoursStrip.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { overviewTable } from './overviewTable.ts';
import styles from './Page.module.css';
import { RoPanel } from './RoPanel.tsx';
import { Schematic } from './scheme/Schematic.tsx';
import { TankRows } from './TankRows.tsx';
import { UnitsTab } from './UnitsTab.tsx';
import { dayOf, usePlantNow } from './usePlantNow.ts';
import { VerdictPanel } from './Verdict.tsx';
import { words } from './words.ts';

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

const Now = ({ overview }: { overview: Overview }) => {
  const { permissions } = useProfile();
  const now = usePlantNow(overview);
  const isPhone = useMediaQuery('(max-width: 61.9375em)', false, { getInitialValueInEffect: false });
  const { nowMs } = now.moment;
  const verdict = <VerdictPanel overview={overview} now={now} />;
  const figures = <KeyFigures overview={overview} limits={now.limits} />;
  const hours = <HoursStrip tanks={now.tanks.length} />;
  const balance = permissions.includes('WATER_BALANCE') ? <BalanceLine overview={overview} now={now} /> : null;
  const tanks = <TankRows tanks={now.tanks} nowMs={nowMs} {...(isPhone ? { most: phoneTanks } : {})} />;
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
        </div>
        {water}
        <div className={styles.right}>
          {tanks}
          {ro}
        </div>
      </div>
      {hours}
      {balance}
    </div>
  );
};

/** Is the plant normal? The verdict in words first, then figures, the way of the water, tanks, the last day and the balance. */
export const OverviewPage = () => {
  const { tab } = useSearch({ from: '/' });
  const navigate = useNavigate();
  const overview = useOverview();
  const { data } = overview;
  return (
    <PageFrame
      title={words.title}
      fresh={overview.fresh}
      help={words.help.map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      table={data === undefined ? undefined : overviewTable(data)}
      beside={
        <Choice<'now' | 'units'>
          label={words.tabs.label}
          value={tab ?? 'now'}
          options={[
            { value: 'now', label: words.tabs.now },
            { value: 'units', label: words.tabs.units },
          ]}
          onChoose={(value) => void navigate({ to: '/', search: value === 'units' ? { tab: 'units' } : {} })}
        />
      }
    >
      <Loaded
        of={overview}
        loading={<Loading />}
        isEmpty={({ units }) => units.length === 0}
        empty={<Empty title={text.emptyPlant.title}>{text.emptyPlant.body}</Empty>}
      >
        {(known) => (tab === 'units' ? <UnitsTab overview={known} /> : <Now overview={known} />)}
      </Loaded>
    </PageFrame>
  );
};
