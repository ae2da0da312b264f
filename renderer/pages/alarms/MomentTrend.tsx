import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import { granularUnit } from '../../../server/contract/user/granular.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { useProfile } from '../../state/services.ts';
import { formatWithUnit } from '../../text/numbers.ts';
import { clockTime, shiftDate, toDmy } from '../../text/times.ts';
import drawer from './Drawer.module.css';
import { linesAround } from './moment.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const [width, height] = [440, 120];

/** The unit's main parameter from three hours before the alarm to an hour after it; a gap where nothing was measured. */
export const MomentTrend = ({ alarm }: { alarm: AlarmView }) => {
  const { timezone, shift } = useProfile();
  const raisedMs = Date.parse(alarm.raisedAt);
  const date1 = toDmy(shiftDate(raisedMs, timezone, shift.startAt));
  const slots = useEndpoint(granularUnit, { query: { date1, unitId: alarm.unitId } }, { everyMs: 60_000 });
  return (
    <section aria-label={words.trend(alarm.unitName)}>
      <h3 className={drawer.head}>{words.trend(alarm.unitName)}</h3>
      <Loaded of={slots} rows={1} rowHeight="7rem">
        {({ data1, siUnit }) => {
          const made = linesAround(data1, raisedMs, width, height);
          if (made === null) return <p className={styles.sub}>{words.trendNone}</p>;
          const { lines, low, high, fromMs, toMs, markX } = made;
          return (
            <>
              <svg
                className={drawer.trend}
                viewBox={`0 0 ${width} ${height}`}
                role="img"
                aria-label={`${formatWithUnit(low, siUnit)} – ${formatWithUnit(high, siUnit)}`}
              >
                <path d={`M0 ${height - 1}H${width}`} className={drawer.axis} />
                <path d={`M${markX} 0V${height}`} className={drawer.mark} />
                {lines.map((d) => (
                  <path key={d} d={d} className={drawer.line} />
                ))}
              </svg>
              <p className={drawer.scale}>
                <span>{clockTime(fromMs, timezone)}</span>
                <span>
                  {formatWithUnit(low, siUnit)} – {formatWithUnit(high, siUnit)} · {words.raised} {clockTime(raisedMs, timezone)}
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
