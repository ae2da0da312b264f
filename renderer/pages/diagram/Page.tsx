import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { DiagramMoment } from '../../../server/contract/plant/moments.ts';
import { patiently } from '../../api/patiently.ts';
import { Choice } from '../../parts/Choice.tsx';
import { DateSteps } from '../../parts/dates/DateSteps.tsx';
import { pastWords } from '../../parts/dates/pastWords.ts';
import { TimeSlider } from '../../parts/dates/TimeSlider.tsx';
import { Gone } from '../../parts/gone/Gone.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { Empty, LoadingRows } from '../../parts/states.tsx';
import { isWaiting } from '../../state/alarms.ts';
import { worstOf } from '../../state/fresh.ts';
import { lastSlotEnd, momentText, zonedMs } from '../../state/moment.ts';
import { useProfile } from '../../state/services.ts';
import { useMedia } from '../../state/useMedia.ts';
import { addDays, dateAndTime, shiftDate } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { diagramTable } from './diagramTable.ts';
import { type DiagramSearch, readSearch } from './entry.ts';
import { NodeDrawer } from './NodeDrawer.tsx';
import { NodeList } from './NodeList.tsx';
import styles from './Page.module.css';
import { useDiagram } from './useDiagram.ts';
import { words } from './words.ts';

const Canvas = lazy(async () => ({ default: (await patiently(() => import('./Canvas.tsx'))).Canvas }));

type Alarms = { alarms: DiagramMoment['alarms']; nameOf: (unitId: string) => string; timezone: string };

/** What called for somebody then. */
const AlarmsThen = ({ alarms, nameOf, timezone }: Alarms) =>
  alarms.length === 0 ? null : (
    <section className={styles.then} aria-label={words.alarmsThen}>
      <h2>{words.alarmsThen}</h2>
      <ul>
        {alarms.map(({ id, unitId, category, priority, state, raisedAt }) => (
          <li key={id}>
            <PriorityMark priority={priority} form={isWaiting({ state }) ? 'filled' : 'outlined'} />
            {words.alarmSince(
              nameOf(unitId),
              words.categories[category] ?? words.otherCategory,
              dateAndTime(Date.parse(raisedAt), timezone),
            )}
          </li>
        ))}
      </ul>
    </section>
  );

/** The plant as it is drawn, with what it does now or did at a moment of the past. */
export const DiagramPage = () => {
  const { graph, page, answer, data, shown, overview, alarms, past, at, nowMs, today, timezone, shift } = useDiagram();
  const search = useSearch({ from: '/diagram' });
  const navigate = useNavigate({ from: '/diagram' });
  // names and values need the width of a desktop screen
  const isPhone = useMedia('screen and (max-width: 61.9375em)');
  const change = (next: { [Key in keyof DiagramSearch]?: DiagramSearch[Key] | undefined }) =>
    void navigate({ search: (before) => readSearch({ ...before, ...next }), replace: true, resetScroll: false });
  const mayEdit = useProfile().permissions.includes('SCADA_EDITOR');
  const open = (id: string) => change({ node: id === search.node ? undefined : id });
  const asList = isPhone || search.list === true;
  const atMs = at === undefined ? null : Date.parse(at);
  // the slot that ends at the start of a shift belongs to the day before
  const date = atMs === null ? today : shiftDate(atMs - 1, timezone, shift.startAt);
  const fromMs = zonedMs(date, shift.startAt, timezone);
  const toMs = zonedMs(addDays(date, 1), shift.startAt, timezone);
  const goToDate = (to: string) => {
    const ms = (atMs ?? lastSlotEnd(nowMs)) + zonedMs(to, shift.startAt, timezone) - fromMs;
    change({ at: momentText(Math.min(ms, lastSlotEnd(nowMs))) });
  };
  const when = atMs === null ? '' : dateAndTime(atMs, timezone);
  const openShown = search.node === undefined ? undefined : shown.get(search.node);
  const isGone = search.node !== undefined && openShown === undefined && data !== undefined && page !== undefined;

  return (
    <PageFrame
      title={text.nav.diagram}
      pins={{ at: at ?? momentText(lastSlotEnd(nowMs)) }}
      note={
        page === undefined ? undefined : past ? (
          <strong className={styles.past}>{pastWords.shown(when)}</strong>
        ) : (
          `${page.name}, ${words.level(page.level)}`
        )
      }
      fresh={worstOf([graph.fresh, answer.fresh])}
      help={Object.entries(words.help).map(([key, sentence]) => <p key={key}>{sentence}</p>)}
      table={page === undefined || data === undefined ? undefined : diagramTable(page, data, when, timezone)}
      beside={mayEdit && !isPhone ? <Link to="/diagram/edit">{words.edit}</Link> : undefined}
      controls={
        <>
          {graph.data !== undefined && graph.data.pages.length > 1 && page !== undefined ? (
            <Choice
              label={words.pages}
              value={page.id}
              options={graph.data.pages.map(({ id, name }) => ({ value: id, label: name }))}
              onChoose={(id) => change({ page: id, node: undefined })}
            />
          ) : null}
          {isPhone ? null : (
            <Choice
              label={words.view}
              value={asList ? 'list' : 'diagram'}
              options={[
                { value: 'diagram', label: words.views.diagram },
                { value: 'list', label: words.views.list },
              ]}
              onChoose={(value) => change({ list: value === 'list' ? true : undefined })}
            />
          )}
          <DateSteps
            date={date}
            max={today}
            previousLabel={text.dates.dayBefore}
            nextLabel={text.dates.dayAfter}
            onPick={goToDate}
          />
        </>
      }
    >
      <Loaded
        of={graph}
        rows={8}
        rowHeight="3rem"
        isEmpty={({ pages }) => pages.length === 0}
        empty={
          <Empty title={words.none} action={mayEdit ? <Link to="/diagram/edit">{words.edit}</Link> : undefined}>
            {words.noneBody}
          </Empty>
        }
      >
        {() => (
          <>
            <div
              className={styles.split}
              data-open={openShown !== undefined || isGone || undefined}
              data-past={past || undefined}
            >
              <div className={styles.left}>
                <Loaded of={answer} rows={8} rowHeight="3rem">
                  {() =>
                    page === undefined ? null : asList ? (
                      <NodeList page={page} shown={shown} openId={search.node} onOpen={open} />
                    ) : (
                      <Suspense fallback={<LoadingRows rows={1} height="40rem" />}>
                        <Canvas page={page} shown={shown} openId={search.node} onOpen={open} />
                      </Suspense>
                    )
                  }
                </Loaded>
                <AlarmsThen
                  alarms={alarms}
                  timezone={timezone}
                  nameOf={(unitId) => overview.data?.units.find((unit) => unit.unitId === unitId)?.unitName ?? unitId}
                />
              </div>
              {isGone ? <Gone back={{ label: words.close, go: () => change({ node: undefined }) }} /> : null}
              {openShown === undefined ? null : (
                <NodeDrawer
                  key={openShown.node.id}
                  shown={openShown}
                  pageOf={(link) => graph.data?.pages.find(({ id }) => id === link)?.id}
                  onClose={() => change({ node: undefined })}
                  onPage={(id) => change({ page: id, node: undefined })}
                />
              )}
            </div>
            <TimeSlider
              fromMs={fromMs}
              toMs={toMs}
              nowMs={nowMs}
              timezone={timezone}
              atMs={atMs}
              endLabel={pastWords.live}
              marks={alarms.map(({ raisedAt, category }) => ({
                ms: Date.parse(raisedAt),
                label: words.categories[category] ?? words.otherCategory,
              }))}
              onPick={(ms) => change({ at: ms === null ? undefined : momentText(ms) })}
            />
            {past ? <p className={styles.quiet}>{pastWords.noCommands}</p> : null}
          </>
        )}
      </Loaded>
    </PageFrame>
  );
};
