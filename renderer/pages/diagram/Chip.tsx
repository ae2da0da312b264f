import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import type { ScadaValue } from '../../../server/contract/user/scada.ts';
import { LiveFigure } from '../../parts/figures/LiveFigure.tsx';
import { MovingBar } from '../../parts/figures/MovingBar.tsx';
import { useTrusted } from '../../parts/figures/UnitNow.tsx';
import { shownValue } from '../../state/measures.ts';
import { formatValue, unitLabel } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import styles from './Node.module.css';
import { liveParam, percentPerKL } from './reading.ts';
import { words } from './words.ts';

type Param = OverviewUnit['params'][number];

/** From nothing to beyond whatever must be seen. */
const endOf = (marks: readonly (number | null | undefined)[]): number =>
  1.15 * Math.max(1e-9, ...marks.flatMap((mark) => (mark == null ? [] : [mark])));

const nameOf = ({ field, param }: ScadaValue, of: Param | undefined): string =>
  of !== undefined && param !== undefined ? of.name : (words.fields[param ?? field] ?? param ?? field);

const LiveChip = ({ unit, param, value, named }: { unit: OverviewUnit; param: Param; value: ScadaValue; named: boolean }) => {
  const now = useTrusted(unit.unitId, param);
  const percent = value.field === 'percent' ? percentPerKL(unit) : null;
  const scale = percent ?? 1;
  const shown = now.value === null ? null : now.value * scale;
  const [low, high] = [param.lt, param.ht].map((limit) => (limit == null ? null : limit * scale));
  const normal =
    param.normal === undefined
      ? undefined
      : {
          low: (shownValue(param.normal.low, param.measure) ?? 0) * scale,
          high: (shownValue(param.normal.high, param.measure) ?? 0) * scale,
        };
  const shownUnit = percent === null ? now.unit : '%';
  return (
    <div className={styles.value}>
      {named ? <span className={styles.field}>{nameOf(value, param)}</span> : null}
      <LiveFigure value={shown} unit={shownUnit} trust={now.trust} size="chip" beside={percent === null ? [] : [100]} />
      {normal === undefined || value.field === 'percent' ? null : (
        <MovingBar
          value={shown}
          from={0}
          to={endOf([shown, normal.high, high])}
          normal={normal}
          lowLimit={low}
          highLimit={high}
          doubtful={now.trust.kind !== 'good'}
          label={`${nameOf(value, param)}: ${formatValue(shown, shownUnit)} ${unitLabel(shownUnit)}`}
        />
      )}
    </div>
  );
};

/** A value that does not come live: a total, or what was read at a moment of the past with its letter. */
const StillChip = ({ value, named, past, name }: { value: ScadaValue; named: boolean; past: boolean; name: string }) => {
  const isKnown = value.value !== null;
  const shown =
    typeof value.value === 'string' ? (words.status[value.value] ?? value.value) : formatValue(value.value, value.unit);
  return (
    <div className={styles.value} data-unknown={!isKnown || undefined}>
      {named ? <span className={styles.field}>{name}</span> : null}
      <span className={styles.still}>
        <b data-doubtful={(isKnown && value.state === 'stale') || undefined}>{shown}</b> {unitLabel(value.unit)}
        {past ? (
          <span className={styles.letter} title={text.quality[value.quality]}>
            {value.quality}
          </span>
        ) : null}
        {words.state[value.state] === '' ? null : <span className={styles.tag}>{words.state[value.state]}</span>}
      </span>
    </div>
  );
};

type Props = { value: ScadaValue; unit: OverviewUnit | undefined; past: boolean; named: boolean };

/** One binding: live with its age and its place in the normal range, or as it was. */
export const Chip = ({ value, unit, past, named }: Props) => {
  if (unit === undefined) return <p className={styles.removed}>{words.removed}</p>;
  const param = liveParam(value, unit);
  if (!past && param !== undefined) return <LiveChip unit={unit} param={param} value={value} named={named} />;
  return <StillChip value={value} named={named} past={past} name={nameOf(value, param)} />;
};
