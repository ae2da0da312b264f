import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { balanceDays, balanceMoment } from '../../../server/contract/plant/balanceMoments.ts';
import { type BalanceData, readBalanceData } from '../../../server/contract/user/waterBalance.ts';
import { patiently } from '../../api/patiently.ts';
import { type Answer, useEndpoint } from '../../api/useEndpoint.ts';
import { pastWords } from '../../parts/dates/pastWords.ts';
import { TimeSlider } from '../../parts/dates/TimeSlider.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Empty, LoadingRows } from '../../parts/states.tsx';
import { lastSlotEnd, momentText } from '../../state/moment.ts';
import { useNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { useMedia } from '../../state/useMedia.ts';
import { addDays, clockTime, lastOfMonth, longDate, monthOf, shiftDate, toDmy } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { balanceTable } from './balanceTable.ts';
import { Controls } from './Controls.tsx';
import { DayStrip } from './DayStrip.tsx';
import { type BalanceSearch, readSearch } from './entry.ts';
import { Findings } from './Findings.tsx';
import { NodeDetail } from './NodeDetail.tsx';
import { NodeTable } from './NodeTable.tsx';
import styles from './Page.module.css';
import picture from './Picture.module.css';
import { Verdict } from './Verdict.tsx';
import { words } from './words.ts';

const SankeyPicture = lazy(async () => ({ default: (await patiently(() => import('./SankeyPicture.tsx'))).SankeyPicture }));
const GraphPicture = lazy(async () => ({ default: (await patiently(() => import('./GraphPicture.tsx'))).GraphPicture }));

const stripDays = 30;
const runningMs = 60_000;
const stripMs = 5 * 60_000;

const earlier = (a: string, b: string): string => (a < b ? a : b);

/** The shift day, or month up to today, that the address asks for; and those that it is compared with. */
const usePeriod = () => {
  const search = useSearch({ from: '/balance' });
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  const nowMs = useNow(clock);
  const today = shiftDate(nowMs, timezone, shift.startAt);
  const date = earlier(search.date ?? addDays(today, -1), today);
  const byMonth = search.period === 'month';
  const asked = (day: string): string => (byMonth ? earlier(lastOfMonth(day), today) : day);
  const named = (day: string): string => (byMonth ? monthOf(day) : longDate(day));
  return { search, today, date, byMonth, asked, named, nowMs, timezone };
};

/** While the first moment comes, the whole day keeps its place unseen, so that the page is as long as before. */
const insteadOf = (moment: Answer<BalanceData>, whole: Answer<BalanceData>): Answer<BalanceData> =>
  moment.data !== undefined || moment.error !== null || whole.data === undefined
    ? moment
    : { ...moment, data: whole.data, previous: true, fresh: { ...moment.fresh, awaited: true } };

const Legend = () => (
  <div className={picture.legend}>
    <span>
      <i className={picture.measured} />
      {words.legend.measured}
    </span>
    <span>
      <i className={picture.estimated} />
      {words.legend.estimated}
    </span>
    <span>
      <i className={picture.unaccounted} />
      {words.legend.unaccounted}
    </span>
  </div>
);

type PictureProps = {
  data: BalanceData;
  when: string;
  asGraph: boolean;
  selected: string | undefined;
  onSelect: (id: string) => void;
};

/** On a phone only when it is asked for: its names need the width. */
const Picture = ({ data, when, asGraph, selected, onSelect }: PictureProps) => {
  const isPhone = useMedia('screen and (max-width: 47.9375em)');
  const [wanted, setWanted] = useState(false);
  if (isPhone && !wanted)
    return (
      <button type="button" className={styles.button} onClick={() => setWanted(true)}>
        {words.showPicture}
      </button>
    );
  const props = { data, selected, onSelect, label: (asGraph ? words.graphLabel : words.sankeyLabel)(when) };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={`${styles.wide} hw-sideways`} tabIndex={0} aria-label={words.picture}>
      <Suspense fallback={<LoadingRows rows={1} height="35rem" />}>
        {asGraph ? <GraphPicture {...props} /> : <SankeyPicture {...props} />}
      </Suspense>
    </section>
  );
};

/** Where the water went, what is unaccounted, and what to do about it. */
export const BalancePage = () => {
  const { search, today, date, byMonth, asked, named, nowMs, timezone } = usePeriod();
  const navigate = useNavigate({ from: '/balance' });
  const { at, compare, node: selected } = search;
  const mayEdit = useProfile().permissions.includes('WATER_BALANCE_EDITOR');
  const isPhone = useMedia('screen and (max-width: 61.9375em)');
  const running = asked(date) >= today;
  const whole = useEndpoint(
    readBalanceData,
    { query: { date1: toDmy(asked(date)), type: byMonth ? 'DATE' : 'HOUR' } },
    { everyMs: running ? runningMs : false, keepPrevious: true, enabled: at === undefined },
  );
  const moment = useEndpoint(balanceMoment, { query: { at: at ?? '' } }, { enabled: at !== undefined, keepPrevious: true });
  const shown = at === undefined ? whole : insteadOf(moment, whole);
  const compared = useEndpoint(
    readBalanceData,
    { query: { date1: toDmy(asked(compare ?? date)), type: byMonth ? 'DATE' : 'HOUR' } },
    { enabled: compare !== undefined },
  );
  const stripEnd = date > addDays(today, -stripDays) ? today : date;
  const days = useEndpoint(
    balanceDays,
    { query: { date: toDmy(stripEnd), days: stripDays } },
    { everyMs: stripMs, keepPrevious: true },
  );

  const change = (next: { [Key in keyof BalanceSearch]?: BalanceSearch[Key] | undefined }) =>
    void navigate({ search: (before) => readSearch({ ...before, ...next }), replace: true, resetScroll: false });
  const select = (id: string) => change({ node: id === selected ? undefined : id });
  const goTo = (to: string) => change({ date: to > today ? today : to, at: undefined });
  const when = at === undefined ? named(date) : `${named(date)}, ${clockTime(Date.parse(at), timezone)}`;
  const comparison =
    compare === undefined || compared.data === undefined
      ? undefined
      : { name: named(compare), totals: compared.data.totals, nodes: compared.data.nodes };

  return (
    <PageFrame
      title={text.nav.balance}
      pins={{ date }}
      note={at === undefined ? when : <strong className={styles.past}>{pastWords.shown(when)}</strong>}
      fresh={shown.fresh}
      help={
        <>
          <p>{words.help.what}</p>
          <p>{words.help.band}</p>
          <p>{words.help.node}</p>
          <p>{words.help.baseline}</p>
        </>
      }
      beside={mayEdit && !isPhone ? <Link to="/balance/edit">{words.edit}</Link> : undefined}
      table={shown.data === undefined ? undefined : balanceTable(shown.data, when)}
      controls={
        <Controls
          search={search}
          date={date}
          today={today}
          comparedName={compare === undefined ? undefined : named(compare)}
          onPick={goTo}
          change={change}
        />
      }
    >
      <Loaded
        of={shown}
        rows={10}
        rowHeight="3rem"
        isEmpty={({ nodes }) => nodes.length === 0}
        empty={<Empty title={words.none}>{words.noneBody}</Empty>}
      >
        {(data) => (
          <div className={styles.grid} data-picture={search.picture}>
            <Verdict
              data={data}
              toMs={at === undefined ? lastSlotEnd(nowMs) : Date.parse(at)}
              name={named(date)}
              compared={comparison}
            />
            <div className={styles.main}>
              <Panel
                id="where"
                title={words.where}
                note={search.picture === 'graph' ? undefined : words.small}
                actions={search.picture === 'graph' ? undefined : <Legend />}
              >
                <Picture data={data} when={when} asGraph={search.picture === 'graph'} selected={selected} onSelect={select} />
              </Panel>
              <div className={styles.stays} data-stays>
                {byMonth ? null : (
                  <TimeSlider
                    fromMs={Date.parse(data.window.from)}
                    toMs={Date.parse(data.window.to)}
                    nowMs={nowMs}
                    timezone={timezone}
                    atMs={at === undefined ? null : Date.parse(at)}
                    endLabel={running ? pastWords.live : pastWords.whole}
                    onPick={(ms) => change({ at: ms === null ? undefined : momentText(ms), date })}
                  />
                )}
                <Panel id="days" title={words.days.title} note={words.days.band} fresh={days.fresh}>
                  <Loaded of={days} rows={1} rowHeight="9rem">
                    {(found) => <DayStrip days={found.days} date={date} onPick={goTo} />}
                  </Loaded>
                </Panel>
              </div>
            </div>
            <div className={styles.side}>
              {selected === undefined ? null : (
                <NodeDetail data={data} id={selected} onClose={() => change({ node: undefined })} />
              )}
              <Panel id="findings" title={words.findings.title} note={words.findings.order}>
                <Findings data={data} onSelect={select} />
              </Panel>
              <Panel id="nodes" title={words.nodes.title} note={words.nodes.note}>
                <NodeTable nodes={data.nodes} selected={selected} onSelect={select} compared={comparison} />
              </Panel>
            </div>
          </div>
        )}
      </Loaded>
    </PageFrame>
  );
};
