import { useState } from 'react';
import { remarksOf } from '../../../server/contract/model/commandRemarks.ts';
import { type WritePointNow, writePointNow } from '../../../server/contract/plant/commands.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { useNow } from '../../state/now.ts';
import { useConnection, useProfile, useServices } from '../../state/services.ts';
import { formatAge } from '../../text/times.ts';
import { ruleOf } from './interlocks.ts';
import { withMeasure } from './measured.ts';
import styles from './Page.module.css';
import { PointJournal } from './PointJournal.tsx';
import type { Point } from './point.ts';
import { refusalOf } from './refusal.ts';
import { sayRemarks } from './remarks.ts';
import { SetPoint } from './SetPoint.tsx';
import { ValveControl } from './ValveControl.tsx';
import { statesOf, words } from './words.ts';

const readEveryMs = 2000;

const Interlocks = ({ checks, nowMs }: { checks: WritePointNow['interlocks']; nowMs: number }) => (
  <section aria-label={words.interlocks}>
    <h3>{words.interlocks}</h3>
    {checks.length === 0 ? <p className={styles.note}>{words.noInterlocks}</p> : null}
    <ul>
      {checks.map((check) => {
        const { text, value, measure, readAt, isMet } = check;
        const mark = value === null ? 'unknown' : isMet;
        return (
          <li key={`${text} ${ruleOf(check)}`} className={styles.check}>
            <span className={styles.mark} data-met={mark}>
              <span aria-hidden="true">{mark === 'unknown' ? '?' : isMet ? '✓' : '!'}</span>
              <span className="hw-only-read">{mark === 'unknown' ? words.unknown : isMet ? words.met : words.notMet}</span>
            </span>
            <span>
              {text} {ruleOf(check)}
            </span>
            <span className={styles.note}>
              {value === null ? words.unknown : withMeasure(value, measure)}
              {readAt === null ? '' : `, ${words.age(formatAge(nowMs - Date.parse(readAt)))}`}
            </span>
          </li>
        );
      })}
    </ul>
  </section>
);

type PresentProps = { point: Point; now: WritePointNow; nowMs: number; sentMs: number | null };

/** What it is now, and how old that is; what was read before a command went out is no longer called the present. */
const Present = ({ point, now, nowMs, sentMs }: PresentProps) => {
  const isBefore = sentMs !== null && now.readAt !== null && Date.parse(now.readAt) < sentMs;
  const is =
    now.valve === null
      ? now.value === null
        ? words.unknown
        : withMeasure(now.value, point.measure)
      : statesOf(point.kind)[now.valve.state];
  return (
    <>
      {point.kind === 'command' ? null : (
        <p className={styles.now}>
          {isBefore ? words.wasBefore : words.isNow} <strong>{is}</strong>
          <span className={styles.note}>
            {now.readAt === null ? words.neverRead : words.age(formatAge(nowMs - Date.parse(now.readAt)))}
          </span>
        </p>
      )}
      {now.valve?.fault == null ? null : <p className={styles.notice}>{words.fault(sayRemarks(remarksOf(now.valve.fault)))}</p>}
      {now.valve?.differs ? <p className={styles.notice}>{words.differs}</p> : null}
    </>
  );
};

/** One thing that is switched or set: what it is now and how old that is, what must hold, and the command. */
export const PointPanel = ({ point, readOnly, bare }: { point: Point; readOnly: boolean; bare?: true }) => {
  const { clock } = useServices();
  const { permissions } = useProfile();
  const { state: link } = useConnection();
  const nowMs = useNow(clock);
  const [sentMs, setSentMs] = useState<number | null>(null);
  const answer = useEndpoint(writePointNow, { params: { id: point.id } }, { everyMs: readEveryMs });
  const now = answer.data;
  const refusal = refusalOf({
    kind: point.kind,
    hasRight: permissions.includes(point.permission),
    readOnly,
    isLinked: link === 'open' && answer.fresh.why === null,
    now,
    nowMs,
  });
  return (
    <section className={bare ? styles.bare : styles.panel} aria-label={point.name}>
      {bare ? null : <h2>{point.name}</h2>}
      {now === undefined ? null : <Present point={point} now={now} nowMs={nowMs} sentMs={sentMs} />}
      {point.confirmText === '' ? null : <p>{point.confirmText}</p>}
      {now === undefined ? null : <Interlocks checks={now.interlocks} nowMs={nowMs} />}
      {refusal === null ? null : (
        <p className={styles.notice} role="status">
          {words[refusal]}
        </p>
      )}
      {/* a point that was changed is another one: nothing that was typed or made ready for the old one is sent to it */}
      {point.valve === null ? (
        <SetPoint key={point.version} point={point} slaveId={now?.slaveId} disabled={refusal !== null} onSent={setSentMs} />
      ) : (
        <ValveControl key={point.version} point={point} state={now?.valve?.state} disabled={refusal !== null} />
      )}
      <PointJournal point={point} />
    </section>
  );
};
