import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import type { TableTwin } from '../../parts/table.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { dateAndTime } from '../../text/times.ts';
import { words } from './words.ts';

/** The alarms as rows, with every sentence in full. */
export const alarmTable = (alarms: readonly AlarmView[], caption: string, timezone: string): TableTwin => {
  const { column } = words;
  const time = (iso: string | null): string | null => (iso === null ? null : dateAndTime(Date.parse(iso), timezone));
  return {
    name: caption,
    caption,
    columns: [
      { key: 'priority', label: column.priority },
      { key: 'title', label: column.title },
      { key: 'body', label: column.body },
      { key: 'action', label: column.action },
      { key: 'raised', label: column.raised },
      { key: 'cleared', label: column.cleared },
      { key: 'state', label: column.state },
      { key: 'who', label: column.who },
    ],
    rows: alarms.map((alarm) => {
      const { title, body, action } = alarmWords(alarm);
      const { priority, raisedAt, clearedAt, state, acknowledgedByName } = alarm;
      return [String(priority), title, body, action, time(raisedAt), time(clearedAt), words.state[state], acknowledgedByName];
    }),
  };
};
