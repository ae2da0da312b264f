import type { RawDocument } from '../../../server/contract/user/deviceData.ts';
import { clockTime } from '../../text/times.ts';
import styles from './Events.module.css';
import { words } from './words.ts';

/** What the meter went through on this day; nothing where nothing happened. */
export const Events = ({ events, timezone }: { events: RawDocument['events']; timezone: string }) =>
  events.length === 0 ? null : (
    <div className={styles.events}>
      <h3>{words.trend.events}</h3>
      <ul>
        {events.map(({ at, kind, note }) => (
          <li key={`${at} ${kind}`}>
            <time dateTime={at}>{clockTime(Date.parse(at), timezone)}</time> {words.trend.event[kind]}
            {note === undefined || note === '' ? null : <span className={styles.note}>{note}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
