import { Link } from '@tanstack/react-router';
import type { ScadaValue } from '../../../server/contract/user/scada.ts';
import { linePaths } from '../../parts/charts/linePaths.ts';
import { useFocusBack } from '../../parts/focus/useFocusBack.ts';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { hasValue, letterAt } from '../../state/slotQuality.ts';
import { useAlarms } from '../../state/useAlarms.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { formatValue, unitLabel } from '../../text/numbers.ts';
import { CommandButtons } from '../commands/CommandButtons.tsx';
import { NodeValues, type Shown } from './DiagramNode.tsx';
import styles from './NodeDrawer.module.css';
import { words } from './words.ts';

const width = 320;
const height = 72;

/** Eight hours in quarters; broken where a quarter is missing, dashed where it is estimated. */
const Spark = ({ value, name }: { value: ScadaValue; name: string }) => {
  const { spark, sparkQuality = '' } = value;
  if (spark === undefined) return null;
  const known = spark.filter((_, at) => hasValue(letterAt(sparkQuality, at)));
  if (known.length === 0) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const y = (one: number): number => height - 4 - ((one - low) / (high - low || 1)) * (height - 8);
  const { measured, estimated } = linePaths(
    spark.map((one, at) => ({ x: (at * width) / Math.max(1, spark.length - 1), y: y(one), letter: letterAt(sparkQuality, at) })),
  );
  const bounds = `${formatValue(low, value.unit)} – ${formatValue(high, value.unit)} ${unitLabel(value.unit)}`;
  return (
    <figure className={styles.spark}>
      <figcaption>
        {name}
        <span>{bounds}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${name}: ${bounds}`}>
        <path d={measured} />
        <path d={estimated} data-estimated />
      </svg>
    </figure>
  );
};

type Props = { shown: Shown; pageOf: (link: string) => string | undefined; onClose: () => void; onPage: (id: string) => void };

/** Everything about one symbol: its values, its last hours, its alarms, and the way to its units. */
export const NodeDrawer = ({ shown, pageOf, onClose, onPage }: Props) => {
  const box = useFocusBack(shown.node.id);
  const { node, data, units, past } = shown;
  const { attention } = useAlarms();
  const ids = new Set((node.bind ?? []).map(({ unitId }) => unitId));
  const alarms = past ? [] : [...(attention?.waiting ?? []), ...(attention?.seen ?? [])].filter(({ unitId }) => ids.has(unitId));
  const target = node.link === undefined ? undefined : pageOf(node.link);
  return (
    <aside ref={box} className={styles.drawer} aria-label={words.drawer}>
      <div className={styles.head}>
        <div>
          <h2>{node.label}</h2>
          <p className={styles.kind}>{words.kinds[node.kind]}</p>
        </div>
        <button type="button" className={styles.button} onClick={onClose}>
          {words.close}
        </button>
      </div>
      <div className={styles.values}>
        <NodeValues shown={shown} all />
      </div>
      <section aria-label={words.trend}>
        <h3>{words.trend}</h3>
        {(data?.values ?? []).map((value) => (
          <Spark
            key={`${value.unitId} ${value.field} ${value.param ?? ''}`}
            value={value}
            name={
              (value.param === undefined
                ? words.fields[value.field]
                : units.get(value.unitId)?.params.find(({ param }) => param === value.param)?.name) ?? value.field
            }
          />
        ))}
      </section>
      {past ? null : (
        <section aria-label={words.alarms}>
          <h3>{words.alarms}</h3>
          {alarms.length === 0 ? <p className={styles.kind}>{words.noAlarms}</p> : null}
          <ul>
            {alarms.map((alarm) => {
              const { title, action } = alarmWords(alarm);
              return (
                <li key={alarm.id} className={styles.alarm}>
                  <PriorityMark priority={alarm.priority} form={alarm.acknowledgedAt === null ? 'filled' : 'outlined'} />
                  <Link to="/alarms" search={{ alarm: alarm.id }}>
                    {title}
                  </Link>
                  <span>{action}</span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <p className={styles.links}>
        {[...ids].map((unitId) => (
          <Link key={unitId} to="/units/$unitId" params={{ unitId }}>
            {words.openUnit}: {units.get(unitId)?.unitName ?? unitId}
          </Link>
        ))}
        {target === undefined ? null : (
          <button type="button" className={styles.button} onClick={() => onPage(target)}>
            {words.openPage}
          </button>
        )}
      </p>
      {past ? null : <CommandButtons control={node.control?.deviceId} unitId={[...ids][0]} />}
    </aside>
  );
};
