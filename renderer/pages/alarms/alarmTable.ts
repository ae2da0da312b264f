import type { z } from 'zod';
import type { AlarmView, alarmMetrics } from '../../../server/contract/plant/alarms.ts';
import type { TableTwin } from '../../parts/table.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { dateWithYearAndTime } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { words } from './words.ts';

/** The alarms as rows, with every sentence in full. */
export const alarmTable = (alarms: readonly AlarmView[], caption: string, timezone: string): TableTwin => {
  const { column } = words;
  const time = (iso: string | null): string | null => (iso === null ? null : dateWithYearAndTime(Date.parse(iso), timezone));
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

/** How well the alarms serve those who answer them, as rows. */
export const figuresTable = (data: z.output<typeof alarmMetrics.reply>, caption: string): TableTwin => {
  const { figures } = words;
  const titleOf = (one: (typeof data.stale | typeof data.chattering)[number]): string =>
    alarmWords({ ...one, body: '', action: '' }).title;
  return {
    name: caption,
    caption,
    columns: [
      { key: 'figure', label: figures.name },
      { key: 'of', label: figures.of },
      { key: 'value', label: figures.value, numeric: true, plain: true },
    ],
    rows: [
      [figures.raised, null, data.raised],
      [figures.active, null, data.active],
      [figures.unacknowledged, null, data.unacknowledged],
      [`${figures.acknowledge}, min`, null, data.meanMinutesToAcknowledge],
      [`${figures.resolve}, min`, null, data.meanMinutesToResolve],
      [figures.rate, null, data.perTenMinutes.mean],
      [figures.most, null, data.perTenMinutes.most],
      [`${figures.flood}, %`, null, data.floodPct],
      ...Object.entries(data.byPriority).map(([priority, n]) => [
        figures.split,
        `${priority} ${text.alarms.priority[Number(priority)] ?? ''}`,
        n,
      ]),
      ...data.stale.map((one) => [`${figures.stale}, h`, titleOf(one), one.hours]),
      ...data.chattering.map((one) => [figures.chattering, titleOf(one), one.activations]),
      ...data.topTen.map(({ unitName, count }) => [figures.top, unitName, count]),
    ],
  };
};
