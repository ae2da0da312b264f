import { useState } from 'react';
import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import buttons from '../../parts/button.module.css';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { isWaiting } from '../../state/alarms.ts';
import { useNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { useAlarms } from '../../state/useAlarms.ts';
import { useJustCame } from '../../state/useJustCame.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { formatAge, timeOf } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { Bulk } from './Bulk.tsx';
import styles from './Page.module.css';
import { useListKeys } from './useListKeys.ts';
import { words } from './words.ts';

/** An acknowledgement on its way: not sent yet, or with the server while the list was read before. */
type OnItsWay = 'queued' | 'arrived' | undefined;

/** Who has seen it, or in what state it is. */
const State = ({ alarm, onItsWay, nowMs }: { alarm: AlarmView; onItsWay: OnItsWay; nowMs: number }) => {
  const { timezone } = useProfile();
  if (onItsWay === 'queued') return <span className={styles.state}>{text.alarms.queued}</span>;
  if (onItsWay === 'arrived' && isWaiting(alarm)) return <span className={styles.state}>{text.alarms.acknowledged}</span>;
  if (alarm.state === 'shelved' && alarm.shelvedUntil !== null)
    return <span className={styles.state}>{words.until(timeOf(Date.parse(alarm.shelvedUntil), nowMs, timezone))}</span>;
  if (alarm.acknowledgedByName !== null && alarm.acknowledgedAt !== null)
    return (
      <span className={styles.state}>
        {words.by(alarm.acknowledgedByName, timeOf(Date.parse(alarm.acknowledgedAt), nowMs, timezone))}
      </span>
    );
  return (
    <span className={styles.state} data-waits={isWaiting(alarm) || undefined}>
      {alarm.insight ? words.insight : words.state[alarm.state]}
    </span>
  );
};

type RowProps = {
  alarm: AlarmView;
  open: boolean;
  onItsWay: OnItsWay;
  /** It has just moved to where another one was. */
  isNew: boolean;
  chosen: boolean;
  onOpen: () => void;
  onChoose: (() => void) | undefined;
};

const Row = ({ alarm, open, onItsWay, isNew, chosen, onOpen, onChoose }: RowProps) => {
  const { acks, clock } = useServices();
  const { timezone } = useProfile();
  const nowMs = useNow(clock);
  const { title, body } = alarmWords(alarm);
  const raisedMs = Date.parse(alarm.raisedAt);
  const waits = isWaiting(alarm) && onItsWay === undefined;
  return (
    <li className={styles.row} data-open={open || undefined} data-waits={waits || undefined} data-priority={alarm.priority}>
      {onChoose === undefined ? null : (
        <input type="checkbox" className={styles.check} aria-label={words.select(title)} checked={chosen} onChange={onChoose} />
      )}
      <PriorityMark priority={alarm.priority} size={26} form={waits ? 'filled' : 'outlined'} />
      <button type="button" className={styles.name} aria-expanded={open} onClick={onOpen}>
        <span className={styles.title}>{title}</span>
        <span className={styles.body}>{body}</span>
      </button>
      <span className={styles.age}>
        <span>{formatAge(nowMs - raisedMs)}</span>
        <span className={styles.sub}>{timeOf(raisedMs, nowMs, timezone)}</span>
      </span>
      <State alarm={alarm} onItsWay={onItsWay} nowMs={nowMs} />
      {waits && onChoose !== undefined ? (
        <button
          type="button"
          className={`${buttons.button} ${styles.act}`}
          aria-label={text.alarms.acknowledgeOne(title)}
          aria-disabled={isNew || undefined}
          onClick={() => {
            if (!isNew) acks.add(alarm.id);
          }}
        >
          {words.acknowledge}
        </button>
      ) : null}
    </li>
  );
};

type Props = { alarms: readonly AlarmView[]; openId: string | undefined; onOpen: (id: string | undefined) => void };

const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]);

/** The alarms, one a row; several can be chosen and acknowledged together. */
export const AlarmList = ({ alarms, openId, onOpen }: Props) => {
  const { acks } = useServices();
  const { permissions } = useProfile();
  const { queued, arrived } = useAlarms();
  const moved = useJustCame(alarms.map(({ id }) => id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const mayAct = permissions.includes('ALERTS');
  useListKeys({ alarms, openId, onOpen, acknowledge: mayAct ? (id) => acks.add(id) : undefined });
  const own = alarms.filter(({ id }) => chosen.has(id));
  return (
    <>
      {own.length === 0 ? null : (
        <Bulk
          chosen={own}
          isWaiting={isWaiting}
          onAll={() => setChosen(new Set(alarms.map(({ id }) => id)))}
          onDone={() => setChosen(new Set())}
        />
      )}
      <ul className={styles.list} aria-label={words.list}>
        {alarms.map((alarm) => (
          <Row
            key={alarm.id}
            alarm={alarm}
            open={alarm.id === openId}
            onItsWay={queued.has(alarm.id) ? 'queued' : arrived.has(alarm.id) ? 'arrived' : undefined}
            isNew={moved.has(alarm.id)}
            chosen={chosen.has(alarm.id)}
            onOpen={() => onOpen(alarm.id === openId ? undefined : alarm.id)}
            onChoose={mayAct ? () => setChosen(toggled(chosen, alarm.id)) : undefined}
          />
        ))}
      </ul>
      <p className={styles.keys} aria-hidden="true">
        <kbd>J</kbd> <kbd>K</kbd> {words.keys.next} <kbd>A</kbd> {words.keys.acknowledge} <kbd>S</kbd> {words.keys.shelve}
      </p>
    </>
  );
};
