import type { z } from 'zod';
import type { listValves, listWritePoints } from '../../../server/contract/plant/commands.ts';
import { plantField } from '../../../server/contract/plant/state.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { useNow } from '../../state/now.ts';
import { useConnection, useProfile, useServices } from '../../state/services.ts';
import { formatUpTo } from '../../text/numbers.ts';
import { formatAge } from '../../text/times.ts';
import { type Check, interlocksOf } from './interlocks.ts';
import styles from './Page.module.css';
import { SetPoint } from './SetPoint.tsx';
import { ValveControl } from './ValveControl.tsx';
import { statesOf, words } from './words.ts';

export type Point = z.output<typeof listWritePoints.reply>['points'][number];
export type ValveState = z.output<typeof listValves.reply>['valves'][number];

/** A state older than two scans of the field says nothing about now. */
const oldMs = 30_000;

type Props = { point: Point; state: ValveState | undefined; isStateFresh: boolean; readOnly: boolean };

/** Why nothing can be sent now; null where it can. */
const useReason = ({ point, state, isStateFresh, readOnly }: Props, checks: readonly Check[]): string | null => {
  const { clock } = useServices();
  const { permissions } = useProfile();
  const { state: link } = useConnection();
  const nowMs = useNow(clock);
  if (!permissions.includes(point.permission)) return words.noRight;
  if (readOnly) return words.readOnly;
  if (link !== 'open' || !isStateFresh) return words.noLink;
  if (point.valve !== null && (state?.readAt == null || nowMs - Date.parse(state.readAt) > oldMs)) return words.tooOld;
  return checks.some(({ met }) => met === false) ? words.interlocked : null;
};

const Interlocks = ({ checks }: { checks: readonly Check[] }) => (
  <section aria-label={words.interlocks}>
    <h3>{words.interlocks}</h3>
    {checks.length === 0 ? <p className={styles.note}>{words.noInterlocks}</p> : null}
    <ul>
      {checks.map(({ text, rule, value, met }) => (
        <li key={`${text} ${rule}`} className={styles.check}>
          <span className={styles.mark} data-met={met ?? 'unknown'}>
            <span aria-hidden="true">{met === null ? '?' : met ? '✓' : '!'}</span>
            <span className="hw-only-read">{met === null ? words.unknown : met ? words.met : words.notMet}</span>
          </span>
          <span>
            {text} {rule}
          </span>
          <span className={styles.note}>{value === null ? words.unknown : formatUpTo(value, 3)}</span>
        </li>
      ))}
    </ul>
  </section>
);

/** One thing that is switched or set: what it is now and how old that is, what must hold, and the command. */
export const PointPanel = (props: Props) => {
  const { point, state } = props;
  const { clock } = useServices();
  const { permissions } = useProfile();
  const nowMs = useNow(clock);
  const field = useEndpoint(plantField, {}, { everyMs: 3000, enabled: permissions.includes('COMMISSIONING') });
  const checks = interlocksOf(point, field.data?.tags ?? []);
  const reason = useReason(props, checks);
  return (
    <section className={styles.panel} aria-label={point.name}>
      <h2>{point.name}</h2>
      {state === undefined ? null : (
        <p className={styles.now}>
          {words.isNow} <strong>{statesOf(point.kind)[state.state]}</strong>
          <span className={styles.note}>
            {state.readAt === null ? words.neverRead : words.age(formatAge(nowMs - Date.parse(state.readAt)))}
          </span>
        </p>
      )}
      {state?.fault == null ? null : <p className={styles.notice}>{words.fault(state.fault)}</p>}
      {state?.differs ? <p className={styles.notice}>{words.differs}</p> : null}
      {point.confirmText === '' ? null : <p>{point.confirmText}</p>}
      <Interlocks checks={checks} />
      {reason === null ? null : (
        <p className={styles.notice} role="status">
          {reason}
        </p>
      )}
      {point.valve === null ? (
        <SetPoint point={point} disabled={reason !== null} />
      ) : (
        <ValveControl point={point} state={state} disabled={reason !== null} />
      )}
    </section>
  );
};
