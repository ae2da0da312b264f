import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import type { Overview } from '../../../server/contract/plant/overview.ts';
import { useTimeOf } from '../../parts/dates/useTimeOf.ts';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { useProfile } from '../../state/services.ts';
import { clockTime, longDate } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { forecastWords } from './forecastWords.ts';
import { soonest } from './nodeNow.ts';
import { checkWords, headline, placeOf, thingWords } from './thingWords.ts';
import { dayOf, type PlantNow } from './usePlantNow.ts';
import styles from './Verdict.module.css';
import { isBelowUsual, needsSomebody, type Thing } from './verdict.ts';
import { words } from './words.ts';

const mostShown = 4;

const signs: Record<Exclude<Thing['kind'], 'alarm'>, string> = {
  silent: 'M3 3l14 14M6 10a4 4 0 0 1 4-4m6 4a6 6 0 0 0-1.5-4M10 15.5v.5',
  outside: 'M10 3v9M10 15.500v.5',
  balance: 'M2.5 4.5c6 0 8 4 15 4M2.5 9.5c6 0 8 6 15 6M2.5 4.5v5M17.5 8.5v7',
  unusual: 'M10 16V4M5.5 8.500 10 4l4.500 4.500',
};

export const ThingSign = ({ thing, size = 22 }: { thing: Thing; size?: number }) => {
  if (thing.kind === 'alarm') {
    return <PriorityMark priority={thing.alarm.priority} form={thing.isWaiting ? 'filled' : 'outlined'} size={size} />;
  }
  const falls = thing.kind === 'unusual' && isBelowUsual(thing.kpi);
  return (
    <svg className={styles.sign} width={`${size / 16}em`} height={`${size / 16}em`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={signs[thing.kind]} transform={falls ? 'rotate(180 10 10)' : undefined} />
    </svg>
  );
};

const Tick = () => (
  <svg className={styles.sign} width="1.125em" height="1.125em" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M4 10.500 8.500 15 16.500 6" />
  </svg>
);

const Unknown = () => (
  <svg className={styles.sign} width="1.125em" height="1.125em" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M5 10h10" />
  </svg>
);

const to = { outside: '/quality', balance: '/balance', unusual: '/units' } as const;

const ThingLine = memo(({ thing, title, body }: { thing: Thing; title: string; body: string }) => {
  const { permissions } = useProfile();
  const sign = <ThingSign thing={thing} />;
  const isQuiet = thing.kind === 'alarm' && !thing.isWaiting;
  const said = (
    <span className={styles.words}>
      <strong data-quiet={isQuiet || undefined}>{title}</strong> · {body}
    </span>
  );
  if (thing.kind === 'alarm') {
    return (
      <li>
        <Link to="/alarms" search={{ alarm: thing.alarm.id }} className={styles.thing}>
          {sign}
          {said}
        </Link>
      </li>
    );
  }
  if (thing.kind === 'silent') {
    const place = permissions.includes('COMMISSIONING')
      ? ({ to: '/commissioning', search: placeOf(thing.cause) } as const)
      : ({ to: '/', hash: 'overview-silent' } as const);
    return (
      <li>
        <Link {...place} className={styles.thing}>
          {sign}
          {said}
        </Link>
      </li>
    );
  }
  return (
    <li>
      <Link to={to[thing.kind]} className={styles.thing}>
        {sign}
        {said}
      </Link>
    </li>
  );
});

/** The first line of the page: normal, or what needs somebody, in words. */
export const VerdictPanel = ({ overview, now }: { overview: Overview; now: PlantNow }) => {
  const { timezone } = useProfile();
  const when = useTimeOf();
  const { things, reporting, limits, balance, link, moment, attention, alarmsUnknownMs, figuresUnknownMs, tanks } = now;
  const span = useMemo(() => {
    const [from, to] = [overview.window.from, overview.comparedTo].map((time) => clockTime(Date.parse(time), timezone));
    return words.verdict.span(longDate(dayOf(overview)), from ?? '', to ?? '');
  }, [overview, timezone]);
  // the alarm bar says the most urgent one in full
  const inBar = things[0]?.kind === 'alarm' && things[0].isWaiting;
  const listed = inBar ? things.slice(1) : things;
  const left = attention === null ? 0 : listed.length - mostShown;
  const [nearest] = soonest(tanks).filter(({ trend: { kind } }) => kind === 'full' || kind === 'empty');
  const title = link.lost
    ? words.verdict.unknown(when(link.sinceMs))
    : attention === null
      ? words.verdict.unknownAlarms
      : alarmsUnknownMs !== null && !inBar
        ? text.alarms.unknownSince(when(alarmsUnknownMs))
        : figuresUnknownMs !== null && !things.some(needsSomebody)
          ? words.verdict.unknownFigures(when(figuresUnknownMs))
          : headline(things);
  /** Nothing is said to be in order of what may be old. */
  const isUnknown = link.lost || attention === null || alarmsUnknownMs !== null || figuresUnknownMs !== null;
  return (
    <section className={styles.verdict} aria-label={words.verdict.label}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.span}>
          {link.lost ? words.verdict.unknownBody : figuresUnknownMs !== null ? words.verdict.unknownFiguresBody : span}
        </p>
        {link.lost || (!inBar && left <= 0) ? null : (
          <p className={styles.more}>
            {inBar ? <span>{words.verdict.inBar}</span> : null}
            {left <= 0 ? null : <Link to="/alarms">{words.verdict.andMore(left)}</Link>}
          </p>
        )}
      </div>
      {link.lost || attention === null || (isUnknown && things.length === 0) ? null : things.length === 0 ? (
        <ul className={styles.list}>
          {checkWords(
            { overview },
            {
              reporting,
              limits,
              balance: balance.data?.totals ?? null,
              nearest: nearest === undefined ? null : { name: nearest.unit.unitName, when: forecastWords(nearest.trend) },
            },
          ).map(({ said, isKnown }) => (
            <li key={said} className={styles.check}>
              {isKnown ? <Tick /> : <Unknown />}
              <span>{said}</span>
            </li>
          ))}
        </ul>
      ) : (
        <ul className={styles.list}>
          {listed.slice(0, mostShown).map((thing) => {
            const said = thingWords(thing, { ...moment, timezone, overview });
            return <ThingLine key={`${thing.kind} ${said.title}`} thing={thing} {...said} />;
          })}
        </ul>
      )}
    </section>
  );
};
