import { MovingBar } from '../../../parts/figures/MovingBar.tsx';
import { TankLevel } from '../../../parts/figures/TankLevel.tsx';
import { PriorityMark } from '../../../parts/PriorityMark.tsx';
import { formatFilled, formatTo, formatValue, formatWithUnit, unitLabel } from '../../../text/numbers.ts';
import { formatAge } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import { shortWords } from '../forecastWords.ts';
import type { FlowNow, TankNow } from '../nodeNow.ts';
import { words } from '../words.ts';
import type { BoxNow } from './boxNow.ts';
import { heldOf } from './heldOf.ts';
import styles from './Schematic.module.css';
import type { SchemeNode } from './schematic.ts';

/** One name for several like nodes: Line × 3, or their names. */
const nameOf = ({ labels }: SchemeNode): string => {
  const [first = ''] = labels;
  const word = first.split(' ')[0] ?? '';
  if (labels.length > 2 && labels.every((label) => label.startsWith(`${word} `))) return `${word} ×${labels.length}`;
  return labels.join(', ');
};

const Value = ({ value, unit, doubtful, strong }: { value: number | null; unit: string; doubtful: boolean; strong: boolean }) => (
  <span className={styles.value} data-live={(strong && !doubtful) || undefined}>
    {value === null ? (
      text.noValue
    ) : doubtful ? (
      <>
        <s>{unit === '%' ? formatFilled(value) : formatTo(value, 1)}</s> ?
      </>
    ) : unit === '%' ? (
      formatFilled(value)
    ) : (
      formatValue(value, 'm3/h')
    )}{' '}
    <span className={styles.unit}>{unitLabel(unit)}</span>
  </span>
);

const FlowBody = ({ flow, node }: { flow: FlowNow; node: SchemeNode }) => {
  const { value, doubtful, normal, todayKL, running, meters, ageMs } = flow;
  const end = Math.max(value ?? 0, normal?.high ?? 0) * 1.15 || 1;
  // where the box is narrow its end is cut: never the figure
  const foot = [
    todayKL === null ? '' : formatWithUnit(Math.round(todayKL * 10) / 10, 'KL').replace(/0(?= KL)/, ''),
    doubtful && ageMs !== null
      ? formatAge(ageMs)
      : meters > 1 && node.kind === 'source'
        ? words.scheme.running(running, meters)
        : '',
  ].filter((part) => part !== '');
  return (
    <>
      <Value value={value} unit="m3/h" doubtful={doubtful} strong={(value ?? 0) > 0} />
      <MovingBar
        value={value}
        from={0}
        to={end}
        normal={normal ?? undefined}
        doubtful={doubtful}
        label={formatWithUnit(value, 'm3/h')}
      />
      <span className={styles.foot}>{foot.join(' · ')}</span>
    </>
  );
};

const TankBody = ({ node, tank }: { node: SchemeNode; tank: TankNow }) => {
  const { unit, percent, trust, lowPercent, highPercent, normal, flows, trend } = tank;
  const doubtful = trust.kind !== 'good';
  const held = heldOf(unit, percent);
  return (
    <>
      <Value value={percent} unit="%" doubtful={doubtful} strong />
      {held === null ? null : <span className={styles.foot}>{held}</span>}
      {node.height === 1 ? null : (
        <span className={styles.tank}>
          <TankLevel
            percent={percent}
            isSure={!doubtful}
            lowPercent={lowPercent}
            highPercent={highPercent}
            normal={normal}
            className={styles.level}
          />
          <span className={styles.rates}>
            {/* where the last hour says otherwise, what the flows below lead to; the list of tanks has both */}
            {shortWords(trend) === '' ? null : <span>{shortWords(trend)}</span>}
            {flows?.inM3h == null ? null : <span>{words.scheme.in(formatTo(flows.inM3h, 1))}</span>}
            {flows?.outM3h == null ? null : <span>{words.scheme.out(formatTo(flows.outM3h, 1))}</span>}
            {flows?.netM3h == null ? null : <span>{words.scheme.net(formatTo(flows.netM3h, 1))}</span>}
          </span>
        </span>
      )}
    </>
  );
};

/** Signs of a figure that fit beside the edges of a box. */
const mostInBox = 20;

/** The content of the box of a node: its name, its alarm, its letters, what it holds or lets through, what is missing. */
export const BoxBody = ({ node, now: { flow, tank, alarm, letters, unaccounted } }: { node: SchemeNode; now: BoxNow }) => (
  <>
    <span className={styles.name} data-tall={node.height === 2 || undefined} title={node.labels.join(', ')}>
      <span>{nameOf(node)}</span>
      {alarm === null ? null : (
        <PriorityMark priority={alarm.priority} form={alarm.isWaiting ? 'filled' : 'outlined'} size={15} />
      )}
    </span>
    {letters.length === 0 ? null : (
      <span className={styles.letter} title={letters.map((letter) => text.quality[letter]).join(', ')}>
        {letters.join('')}
      </span>
    )}
    {node.tankId === null ? <FlowBody flow={flow} node={node} /> : tank && <TankBody node={node} tank={tank} />}
    {unaccounted === null ? null : (
      <span className={styles.unaccounted} title={`${words.scheme.unaccounted} ${unaccounted}`}>
        {words.scheme.unaccounted} <b data-long={unaccounted.length > mostInBox || undefined}>{unaccounted}</b>
      </span>
    )}
  </>
);
