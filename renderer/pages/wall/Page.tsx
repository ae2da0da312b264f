import { useDocumentTitle } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { Overview } from '../../../server/contract/plant/overview.ts';
import { useOverview } from '../../api/useOverview.ts';
import { useTimeOf } from '../../parts/dates/useTimeOf.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import type { Fresh } from '../../state/fresh.ts';
import { useProfile } from '../../state/services.ts';
import { useAlarmFeed } from '../../state/useAlarms.ts';
import { useFailing } from '../../state/useFailing.ts';
import { useLink } from '../../state/useLink.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { formatWithUnit } from '../../text/numbers.ts';
import { clockTime, formatAge, longDate, weekdayOf } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { forecastWords } from '../overview/forecastWords.ts';
import { HoursStrip } from '../overview/HoursStrip.tsx';
import { soonest } from '../overview/nodeNow.ts';
import { BigNumber, isLong, isProvisional, tagOf } from '../overview/panels/KeyFigures.tsx';
import { KpiBar } from '../overview/panels/KpiBar.tsx';
import { marksOf, usualWords } from '../overview/panels/usualBand.ts';
import { Schematic } from '../overview/scheme/Schematic.tsx';
import { checkWords, headline, tankWords, thingWords } from '../overview/thingWords.ts';
import { dayOf, type PlantNow, usePlantNow } from '../overview/usePlantNow.ts';
import { ThingSign } from '../overview/Verdict.tsx';
import { needsSomebody } from '../overview/verdict.ts';
import { words as overviewWords } from '../overview/words.ts';
import { wallPages } from './entry.ts';
import styles from './Page.module.css';
import { shiftAt, turnAt } from './rotation.ts';
import { WallTanks } from './WallTanks.tsx';
import { words } from './words.ts';

const figures = ['intake', 'consumption', 'stock', 'discharge'] as const;
/** Only what cannot wait stops the wall. */
const urgent = 2;

/** The top: the verdict, or the alarm that waits, in its hue; a lost link says so in the same place. */
const Head = ({ overview, now }: { overview: Overview; now: PlantNow }) => {
  const { timezone } = useProfile();
  const when = useTimeOf();
  const { link, moment, things, attention, alarmsUnknownMs, figuresUnknownMs, reporting, limits, balance, tanks } = now;
  const alarm = attention?.waiting.find(({ priority }) => priority <= urgent);
  const clock = <p className={styles.clock}>{clockTime(moment.nowMs, timezone)}</p>;
  const span = words.shift(longDate(dayOf(overview)), clockTime(Date.parse(overview.window.from), timezone));
  if (link.lost) {
    return (
      <header className={styles.head} data-lost>
        <div>
          <h1>{overviewWords.verdict.unknown(when(link.sinceMs))}</h1>
          <p>{overviewWords.verdict.unknownBody}</p>
        </div>
        {clock}
      </header>
    );
  }
  if (alarm !== undefined) {
    const { title, body, action } = alarmWords(alarm);
    return (
      <header className={styles.head} data-priority={alarm.priority}>
        <PriorityMark priority={alarm.priority} size={72} />
        <div>
          <h1>{title}</h1>
          <p>
            {body} <strong>{action}</strong>
          </p>
        </div>
        <p className={styles.clock}>
          {clockTime(moment.nowMs, timezone)}
          <small>{words.notAcknowledged(formatAge(moment.nowMs - Date.parse(alarm.raisedAt)))}</small>
        </p>
      </header>
    );
  }
  const [nearest] = soonest(tanks);
  const known = {
    reporting,
    limits,
    balance: balance.data?.totals ?? null,
    nearest: nearest === undefined ? null : { name: nearest.unit.unitName, when: forecastWords(nearest.trend) },
  };
  return (
    <header className={styles.head}>
      <div>
        <h1>
          {attention === null
            ? overviewWords.verdict.unknownAlarms
            : alarmsUnknownMs !== null
              ? text.alarms.unknownSince(when(alarmsUnknownMs))
              : figuresUnknownMs !== null && !things.some(needsSomebody)
                ? overviewWords.verdict.unknownFigures(when(figuresUnknownMs))
                : things.length === 0 && overview.units.length === 0
                  ? text.emptyPlant.title
                  : headline(things)}
        </h1>
        <p>
          {figuresUnknownMs !== null
            ? overviewWords.verdict.unknownFiguresBody
            : things.length === 0 && alarmsUnknownMs === null
              ? checkWords({ overview }, known)[0]?.said
              : tankWords(known.nearest)}
        </p>
      </div>
      <p className={styles.clock}>
        {clockTime(moment.nowMs, timezone)}
        <small>{span}</small>
      </p>
    </header>
  );
};

/** The two most urgent things beside what the top says. */
const Things = ({ overview, now }: { overview: Overview; now: PlantNow }) => {
  const { timezone } = useProfile();
  const top = now.attention?.waiting.find(({ priority }) => priority <= urgent);
  const rest = now.things.filter((thing) => thing.kind !== 'alarm' || thing.alarm.id !== top?.id);
  if (rest.length === 0) return null;
  return (
    <ul className={styles.things}>
      {rest.slice(0, 2).map((thing) => {
        const { title, body } = thingWords(thing, { ...now.moment, timezone, overview });
        return (
          <li key={`${thing.kind} ${title}`}>
            <ThingSign thing={thing} size={34} />
            <span className={styles.said}>
              <strong>{title}</strong>
              <span className={styles.behind}>{body}</span>
            </span>
          </li>
        );
      })}
      {rest.length > 2 ? <li className={styles.more}>{words.more(rest.length - 2)}</li> : null}
    </ul>
  );
};

const Figures = ({ overview }: { overview: Overview }) => {
  const weekday = weekdayOf(dayOf(overview));
  return (
    <dl className={styles.figures}>
      {figures.map((name) => {
        const kpi = overview.kpis[name];
        const tag = tagOf(kpi);
        const usual = usualWords(kpi, weekday);
        return (
          <div key={name}>
            <dt>
              {overviewWords.kpi[name]}
              {tag === null ? null : <span className={styles.tag}>{tag}</span>}
            </dt>
            <dd>
              <span className={styles.number} data-long={isLong(kpi.value, kpi.unit) || undefined}>
                <BigNumber value={kpi.value} unit={kpi.unit} beside={marksOf(kpi)} />
              </span>
              <KpiBar
                value={kpi.value}
                {...kpi.sameWeekday}
                provisional={isProvisional(kpi)}
                label={`${overviewWords.kpi[name]} ${formatWithUnit(kpi.value, kpi.unit)}. ${usual}`}
              />
              <span>{usual}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
};

/** Why what is shown is older than it should be; nothing while it is fresh. */
const Old = ({ fresh }: { fresh: Fresh }) => {
  const when = useTimeOf();
  const failing = useFailing();
  if (fresh.atMs !== null && fresh.why !== null) {
    return (
      <strong className={styles.old} data-stale role="status">
        {text.page.asOf(when(fresh.atMs))}, {text.page.why[fresh.why]}
      </strong>
    );
  }
  if (failing === 0) return null;
  return (
    <strong className={styles.old} data-stale role="status">
      {text.status.serverFails(failing)}
    </strong>
  );
};

const Wall = ({ overview, fresh }: { overview: Overview; fresh: Fresh }) => {
  const { industryName } = useProfile();
  const { page } = useSearch({ from: '/wall' });
  const now = usePlantNow(overview, fresh);
  const { nowMs } = now.moment;
  const held = now.link.lost || (now.attention?.waiting.some(({ priority }) => priority <= urgent) ?? false);
  const fixed = page === undefined ? null : wallPages.indexOf(page);
  const { index, nextIndex, leftMs } = turnAt(nowMs, wallPages.length, held, fixed);
  const [shown, next] = [wallPages[index] ?? 'overview', wallPages[nextIndex] ?? 'overview'];
  const { x, y } = shiftAt(nowMs);
  return (
    <div className={styles.wall} style={{ '--shift': `${x}px ${y}px` } as CSSProperties} data-wall data-page={shown}>
      <Head overview={overview} now={now} />
      <main className={styles.body} aria-label={words.pages[shown]}>
        {shown === 'overview' ? (
          <>
            <Things overview={overview} now={now} />
            <Figures overview={overview} />
            <WallTanks tanks={now.tanks} />
          </>
        ) : shown === 'water' ? (
          <Schematic overview={overview} now={now} tall />
        ) : (
          <HoursStrip tanks={now.tanks.length} span="whole" />
        )}
      </main>
      <footer className={styles.foot}>
        <ul>
          {(now.attention?.counts ?? []).map(({ priority, active, unacknowledged }) => (
            <li key={priority} className={styles.count}>
              <PriorityMark
                priority={priority}
                form={active === 0 ? 'none' : unacknowledged === 0 ? 'outlined' : 'filled'}
                size={28}
              />
              {active}
            </li>
          ))}
        </ul>
        <p>
          {held ? (
            words.held
          ) : (
            <>
              <strong>{words.place(index + 1, wallPages.length)}</strong> {words.pages[shown]}
              {fixed === null ? ` · ${words.next(words.pages[next], Math.ceil(leftMs / 1000))}` : ''}
            </>
          )}
        </p>
        <p>
          <Old fresh={fresh} /> {industryName} · {words.readOnly}
        </p>
      </footer>
    </div>
  );
};

/** For a screen on the wall: no control, one screen, pages in turn, held by what cannot wait. */
export const WallPage = () => {
  useDocumentTitle(text.pageTitle(words.title));
  useAlarmFeed();
  const overview = useOverview();
  const link = useLink();
  const when = useTimeOf();
  if (overview.data !== undefined) return <Wall overview={overview.data} fresh={overview.fresh} />;
  return (
    <main>
      <h1>{words.title}</h1>
      {link.lost ? (
        <p role="status" data-lost>
          {overviewWords.verdict.unknown(when(link.sinceMs))}
        </p>
      ) : null}
      <Loaded of={overview}>{() => null}</Loaded>
    </main>
  );
};
