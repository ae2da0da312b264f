import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { SLOT_MS } from '../../../../server/contract/model/common.ts';
import type { OverviewUnit } from '../../../../server/contract/plant/overview.ts';
import { Choice } from '../../../parts/Choice.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { PageFrame } from '../../../parts/PageFrame.tsx';
import { Empty, LoadingRows } from '../../../parts/states.tsx';
import { type Fresh, worstOf } from '../../../state/fresh.ts';
import { useOfNow } from '../../../state/now.ts';
import { useProfile, useServices } from '../../../state/services.ts';
import { useToday } from '../../../state/useToday.ts';
import { text } from '../../../text/words.ts';
import { CommandButtons } from '../../commands/CommandButtons.tsx';
import { LiveRow } from '../LiveRow.tsx';
import { limitsShown } from '../limitsShown.ts';
import { isAmount, type Shown, shownOf } from '../params.ts';
import { StarButton } from '../StarButton.tsx';
import { readUnitSearch, type UnitTab } from '../search.ts';
import toolbar from '../Toolbar.module.css';
import { type Change, Toolbar } from '../Toolbar.tsx';
import { Totals } from '../Totals.tsx';
import styles from '../Trend.module.css';
import { EventsTab } from '../tabs/EventsTab.tsx';
import { LimitsTab } from '../tabs/LimitsTab.tsx';
import { MeterTab } from '../tabs/MeterTab.tsx';
import { useUnitTab } from '../tabs/useUnitTab.ts';
import { useUnitKeys } from '../useUnitKeys.ts';
import { words } from '../words.ts';
import { Plot } from './Plot.tsx';
import { type ReadLine, Readout } from './Readout.tsx';
import { comparedRange, daysIn, defaultStep, nameOf, pinsOf, rangeOf, stepsFor } from './range.ts';
import { trendTable } from './trendTable.ts';
import { useLines } from './useLines.ts';
import { useMarks } from './useMarks.ts';
import { useOverlaysDrawn } from './useOverlaysDrawn.ts';
import { useWidth } from './useWidth.ts';

const pointsEvery = 200;

type Props = { unit: OverviewUnit; units: readonly OverviewUnit[]; listFresh: Fresh; shown: Shown };

/** One unit over any range: chart, figures, ledger, table. */
export const UnitTrend = ({ unit, units, listFresh, shown }: Props) => {
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  const slotNow = useOfNow(clock, (nowMs) => Math.floor(nowMs / SLOT_MS) * SLOT_MS);
  const search = useSearch({ from: '/units/$unitId' });
  const navigate = useNavigate({ from: '/units/$unitId' });
  const { ref, px } = useWidth();
  const field = useRef<HTMLInputElement>(null);
  const [hoverMs, setHoverMs] = useState<number | null>(null);
  const today = useToday();
  const range = rangeOf(search, today, slotNow);
  const compare = comparedRange(range, search.compare, today);
  const amounts = isAmount(unit, shown);
  const wanted = search.step ?? defaultStep(range, amounts);
  const step = stepsFor(range).includes(wanted) ? wanted : defaultStep(range, amounts);
  const overlays = (search.with ?? []).flatMap((id) => units.find(({ unitId }) => unitId === id) ?? []);
  const zoom = search.zoom === undefined ? null : ([search.zoom[0] * 1000, search.zoom[1] * 1000] as const);
  const points = Math.max(400, Math.ceil(px / pointsEvery) * pointsEvery);
  const found = useLines({ unit, shown, range, compare, step, points, overlays, zoom, enabled: px > 0 });
  const { main } = found;
  const trend = main.answer.data;
  const events = (found.amount ?? main).answer.data?.events ?? [];
  const marks = useMarks(unit.unitId, range, { trend, events, steps: main.steps });
  // each view can be gone back from; walking with a pin is no view of its own
  const change: Change = (next) =>
    void navigate({
      search: (before) => readUnitSearch({ ...before, ...next }),
      replace: Object.keys(next).every((key) => key === 'at'),
      resetScroll: false,
    });
  const [fromMs, toMs] = trend === undefined ? [0, 1] : [Date.parse(trend.from), Date.parse(trend.to)];
  const zoomFrom = zoom?.[0] ?? fromMs;
  const zoomTo = zoom?.[1] ?? toMs;
  const pinnedMs =
    search.at === undefined
      ? null
      : (main.steps.find((one) => one.fromMs <= (search.at ?? 0) * 1000 && one.toMs > (search.at ?? 0) * 1000)?.fromMs ?? null);
  const compareName = compare === null ? '' : nameOf(compare);
  const several = daysIn(range) > 1 && range.key !== 'h24';
  const thinned = trend !== undefined && step === 'slot' && trend.stepMinutes > 5;
  const per = thinned && main.steps[0] !== undefined && zoom === null ? words.perMinutes(trend.stepMinutes) : words.per[step];
  const drawn = useOverlaysDrawn(found.overlays);
  const before = useMemo(
    (): ReadLine => ({
      name: compareName,
      unit: found.compare.answer.data?.unit ?? '',
      steps: found.compare.steps,
      role: 'compare',
    }),
    [compareName, found.compare.answer.data, found.compare.steps],
  );
  const isCompared = compare !== null;
  const lines = useMemo(
    (): ReadLine[] => [
      { name: unit.unitName, unit: trend?.unit ?? '', steps: main.steps, role: 'main' },
      ...(isCompared ? [before] : []),
      ...drawn.map(({ name, unit: own, steps }): ReadLine => ({ name, unit: own, steps, role: 'overlay' })),
    ],
    [unit.unitName, trend, main.steps, isCompared, before, drawn],
  );
  const caption = `${unit.unitName}, ${shown.name}, ${nameOf(range)}, ${words.steps[step]}`;
  const isThere = trend !== undefined;
  // not with every second of the clock
  const table = useMemo(
    () => (isThere ? trendTable({ lines, timezone, step, caption, fromMs: zoomFrom, toMs: zoomTo }) : undefined),
    [isThere, lines, timezone, step, caption, zoomFrom, zoomTo],
  );
  const settledMs = trend === undefined ? 0 : Date.parse(trend.settledTo);
  const input = useMemo(
    () => ({
      main: main.steps,
      unit: trend?.unit ?? '',
      amounts,
      depth: trend?.depth ?? false,
      compare: found.compare.steps,
      overlays: drawn,
      limits: trend === undefined ? [] : limitsShown(trend, step),
      fromMs,
      toMs,
      seenFromMs: zoomFrom,
      seenToMs: zoomTo,
      settledMs,
      nowMs: slotNow,
      per,
    }),
    [main.steps, trend, amounts, found.compare.steps, drawn, fromMs, toMs, zoomFrom, zoomTo, settledMs, slotNow, per, step],
  );
  const shownStretch = useMemo((): [number, number] => [zoomFrom, zoomTo], [zoomFrom, zoomTo]);
  const configured = useUnitTab(unit, search.tab);
  useUnitKeys({ range, today, search, field, onChange: change });

  return (
    <div ref={ref} className={styles.unit}>
      <PageFrame
        title={unit.unitName}
        pins={pinsOf(range, search.zoom, today)}
        note={`${text.types[unit.type]} · ${unit.subCategory.displayName}`}
        fresh={worstOf([main.answer.fresh, listFresh])}
        help={words.help.map((sentence) => <p key={sentence}>{sentence}</p>)}
        table={search.tab === 'meter' || search.tab === 'limits' ? configured.table : table}
        controls={
          <>
            <div className={toolbar.top}>
              <StarButton unitId={unit.unitId} name={unit.unitName} />
              <LiveRow unit={unit} />
              <CommandButtons unitId={unit.unitId} />
            </div>
            <Toolbar
              tabs={
                <Choice<'trend' | UnitTab>
                  label={words.tab}
                  value={search.tab ?? 'trend'}
                  options={[
                    { value: 'trend', label: words.tabs.trend },
                    { value: 'events', label: words.tabCount(words.tabs.events, marks.events.length + marks.alarms.length) },
                    { value: 'meter', label: words.tabs.meter },
                    { value: 'limits', label: words.tabs.limits },
                  ]}
                  onChoose={(value) => change({ tab: value === 'trend' ? undefined : value })}
                />
              }
              unit={unit}
              units={units}
              all={shownOf(unit)}
              shown={shown}
              range={range}
              step={step}
              search={search}
              today={today}
              goTo={{
                known: { date: range.last > today ? today : range.last, timezone, shiftStart: shift.startAt, slotNow },
                field,
                onGo: ({ date, at }) =>
                  change({
                    at,
                    zoom: undefined,
                    view: undefined,
                    tab: undefined,
                    ...(date >= range.first && date <= range.last
                      ? {}
                      : { range: 'shift', date: date >= today ? undefined : date }),
                  }),
              }}
              onChange={change}
            />
          </>
        }
      >
        {search.tab !== undefined ? (
          <div className={styles.card}>
            {search.tab === 'events' ? (
              <Loaded of={main.answer}>{() => <EventsTab marks={marks} />}</Loaded>
            ) : search.tab === 'meter' ? (
              <MeterTab of={configured.of} />
            ) : (
              <LimitsTab of={configured.of} />
            )}
          </div>
        ) : (
          <Loaded of={main.answer} loading={<LoadingRows rows={1} height="clamp(18rem, max(46dvh, 100dvh - 33rem), 60rem)" />}>
            {(data) => (
              <div className={styles.card}>
                <Readout
                  lines={lines}
                  marks={marks}
                  atMs={hoverMs ?? pinnedMs}
                  pinned={pinnedMs !== null && (hoverMs === null || hoverMs === pinnedMs)}
                  step={step}
                  severalDays={several}
                  rateUnit={
                    amounts && (data.unit === 'KL' || data.unit === 'm3') ? 'm3/h' : amounts && data.unit === 'kWh' ? 'kW' : null
                  }
                  onFree={() => change({ at: undefined })}
                />
                {main.steps.every(({ value }) => value === null) ? (
                  <Empty title={words.trend.empty}>{words.trend.emptyBody}</Empty>
                ) : (
                  <Plot
                    input={input}
                    marks={marks}
                    step={step}
                    label={words.trend.chartLabel(unit.unitName, nameOf(range))}
                    shown={shownStretch}
                    pinnedMs={pinnedMs}
                    onHover={setHoverMs}
                    onPin={(ms) => change({ at: ms === null ? undefined : ms / 1000 })}
                    onZoom={(stretch) =>
                      change({
                        zoom: stretch === null ? undefined : [Math.floor(stretch[0] / 1000), Math.ceil(stretch[1] / 1000)],
                      })
                    }
                  />
                )}
                {main.steps.some(({ low }) => low !== null) && step === 'slot' ? (
                  <p className={styles.note}>{words.thinned(data.stepMinutes)}</p>
                ) : null}
                <Totals
                  amounts={amounts}
                  severalDays={several}
                  rows={[
                    {
                      key: 'main',
                      role: 'main',
                      name: range.open ? words.soFar(unit.unitName) : unit.unitName,
                      line: main,
                      amount: found.amount,
                      index: 0,
                    },
                    ...(compare === null
                      ? []
                      : [
                          {
                            key: 'compare',
                            role: 'compare' as const,
                            name: range.open ? words.toSameTime(nameOf(compare)) : nameOf(compare),
                            line: found.compare,
                            amount: found.amountBefore,
                            index: 0,
                          },
                        ]),
                    ...found.overlays.map(({ unit: over, shown: alike, line }, index) => ({
                      key: over.unitId,
                      role: 'overlay' as const,
                      name: `${over.unitName}, ${alike.name}`,
                      line,
                      amount: null,
                      index,
                      onRemove: () => change({ with: (search.with ?? []).filter((id) => id !== over.unitId) }),
                    })),
                  ]}
                />
              </div>
            )}
          </Loaded>
        )}
      </PageFrame>
    </div>
  );
};
