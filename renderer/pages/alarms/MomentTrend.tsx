import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import { readTrend } from '../../../server/contract/plant/readings/trend.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { useTimeOf } from '../../parts/dates/useTimeOf.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { useProfile } from '../../state/services.ts';
import { formatWithUnit } from '../../text/numbers.ts';
import { clockTime } from '../../text/times.ts';
import drawer from './Drawer.module.css';
import { askedAround, lineAround } from './moment.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const [width, height] = [440, 120];

/** What the alarm is about from three hours before it to an hour after it; a gap where nothing was measured, dashed what is estimated. */
export const MomentTrend = ({ alarm }: { alarm: AlarmView }) => {
  const { timezone } = useProfile();
  const when = useTimeOf();
  const raisedMs = Date.parse(alarm.raisedAt);
  const trend = useEndpoint(readTrend, { query: askedAround(alarm) }, { everyMs: 60_000 });
  return (
    <section aria-label={words.trend(alarm.unitName)}>
      <h3 className={drawer.head}>{words.trend(alarm.unitName)}</h3>
      <Loaded of={trend} rows={1} rowHeight="7rem">
        {(data) => {
          const { unit, unitType, name } = data;
          const made = lineAround(data, raisedMs, width, height);
          if (made === null) return <p className={styles.sub}>{words.trendNone}</p>;
          const { measured, estimated, low, high, fromMs, toMs, markX } = made;
          const span = `${formatWithUnit(low, unit)} – ${formatWithUnit(high, unit)}`;
          const range = unitType === 'quality' ? `${name} ${span}` : span;
          return (
            <>
              <svg className={drawer.trend} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={range}>
                <path d={`M0 ${height - 1}H${width}`} className={drawer.axis} />
                <path d={`M${markX} 0V${height}`} className={drawer.mark} />
                <path d={measured} className={drawer.line} />
                <path d={estimated} className={drawer.line} data-estimated />
              </svg>
              <p className={drawer.scale}>
                <span>{clockTime(fromMs, timezone)}</span>
                <span>
                  {range} · {words.raised} {when(raisedMs)}
                </span>
                <span>{clockTime(toMs, timezone)}</span>
              </p>
            </>
          );
        }}
      </Loaded>
    </section>
  );
};
