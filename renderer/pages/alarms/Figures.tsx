import type { z } from 'zod';
import type { alarmMetrics } from '../../../server/contract/plant/alarms.ts';
import { placesBeside, placesNotZero } from '../../../server/contract/rules/besideMarks.ts';
import { Panel } from '../../parts/Panel.tsx';
import { alarmWords } from '../../text/alarmWords.ts';
import { formatAxis, formatUpTo } from '../../text/numbers.ts';
import { formatSpan } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

type Metrics = z.output<typeof alarmMetrics.reply>;

const Lines = ({
  id,
  title,
  lines,
}: {
  id: string;
  title: string;
  lines: readonly { key: string; name: string; value: string }[];
}) => (
  <Panel id={id} title={title}>
    {lines.length === 0 ? <p className={styles.sub}>{words.figures.none}</p> : null}
    <dl className={styles.lines}>
      {lines.map(({ key, name, value }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </Panel>
);

/** How well the alarms serve those who answer them (ISA-18.2). */
export const Figures = ({ data }: { data: Metrics }) => {
  const { figures } = words;
  const minutes = (value: number | null): string => (value === null ? text.noValue : formatSpan(value));
  const cards: { name: string; value: string; note?: string }[] = [
    { name: figures.raised, value: formatAxis(data.raised) },
    { name: figures.active, value: formatAxis(data.active) },
    { name: figures.unacknowledged, value: formatAxis(data.unacknowledged) },
    { name: figures.acknowledge, value: minutes(data.meanMinutesToAcknowledge) },
    { name: figures.resolve, value: minutes(data.meanMinutesToResolve) },
    {
      name: figures.rate,
      value: formatUpTo(data.perTenMinutes.mean, placesBeside(data.perTenMinutes.mean, [1, 10], 2)),
      note: figures.goalRate,
    },
    { name: figures.most, value: formatAxis(data.perTenMinutes.most) },
    {
      name: figures.flood,
      value: `${formatUpTo(data.floodPct, placesBeside(data.floodPct, [1], placesNotZero(data.floodPct, 1)))} %`,
      note: figures.goalFlood,
    },
  ];
  return (
    <div className={styles.figures}>
      <dl className={styles.cards}>
        {cards.map(({ name, value, note }) => (
          <div key={name} className={styles.card}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            {note === undefined ? null : <dd className={styles.sub}>{note}</dd>}
          </div>
        ))}
      </dl>
      <div className={styles.panels}>
        <Lines
          id="split"
          title={figures.split}
          lines={Object.entries(data.byPriority).map(([priority, count]) => ({
            key: priority,
            name: `${priority} ${text.alarms.priority[Number(priority)] ?? ''}`,
            value: formatAxis(count),
          }))}
        />
        <Lines
          id="stale"
          title={figures.stale}
          lines={data.stale.map((one) => ({
            key: one.alarmId,
            name: alarmWords({ ...one, body: '', action: '' }).title,
            value: figures.hours(formatUpTo(one.hours, 0)),
          }))}
        />
        <Lines
          id="chattering"
          title={figures.chattering}
          lines={data.chattering.map((one) => ({
            key: one.alarmId,
            name: alarmWords({ ...one, body: '', action: '' }).title,
            value: figures.times(one.activations),
          }))}
        />
        <Lines
          id="top"
          title={figures.top}
          lines={data.topTen.map(({ unitId, unitName, count }) => ({
            key: `${unitId} ${unitName}`,
            name: unitName,
            value: figures.times(count),
          }))}
        />
      </div>
    </div>
  );
};
