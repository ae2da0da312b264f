import { Link } from '@tanstack/react-router';
import type { Neutrality, NeutralUnit } from '../../../server/contract/user/neutrality.ts';
import { formatWithUnit } from '../../text/numbers.ts';
import { longDate } from '../../text/times.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

/** The bars of one side come one after another, so that each begins where the one before ended. */
const Rungs = ({
  title,
  units,
  most,
  target,
  unit,
}: {
  title: string;
  units: readonly NeutralUnit[];
  most: number;
  target: number;
  unit: string;
}) => {
  let from = 0;
  return (
    <div className={styles.side}>
      <h3>{title}</h3>
      <ul>
        {units.map((one) => {
          const counted = Math.max(0, one.counted ?? 0);
          const start = from;
          from += counted;
          return (
            <li key={one.unitId} className={styles.rung}>
              <span>
                <Link to="/units/$unitId" params={{ unitId: one.unitId }}>
                  {one.unitName}
                </Link>
                <small>
                  {words[one.method]}, {one.onSite ? words.onSite : words.offset}
                  {one.verifiedBy === null
                    ? ''
                    : `; ${words.verified(one.verifiedBy, one.validTo === null ? '' : longDate(one.validTo.slice(0, 10)))}`}
                  {one.notCounted === null ? '' : `; ${words.notCounted[one.notCounted]}`}
                </small>
              </span>
              <span className={styles.track} aria-hidden="true">
                <span
                  className={styles.fill}
                  data-calculated={one.method === 'calculated' || undefined}
                  style={{ left: `${(100 * start) / most}%`, width: `${(100 * counted) / most}%` }}
                />
                <span className={styles.target} style={{ left: `${(100 * target) / most}%` }} />
              </span>
              <b>{formatWithUnit(one.counted, unit)}</b>
            </li>
          );
        })}
      </ul>
    </div>
  );
};

/** Credits against debits on one scale; what is debited is the target of what is credited. */
export const Ladder = ({ data }: { data: Neutrality }) => {
  const target = data.debited.value ?? 0;
  // what runs backwards lowers a sum below the bars that make it
  const drawn = (units: readonly NeutralUnit[]) => units.reduce((sum, { counted }) => sum + Math.max(0, counted ?? 0), 0);
  const most = Math.max(1e-9, target, drawn(data.creditedUnits), drawn(data.debitedUnits));
  const shared = { most, target, unit: data.siUnit };
  return (
    <>
      <Rungs
        title={`${words.debits}: ${formatWithUnit(data.debited.value, data.siUnit)}`}
        units={data.debitedUnits}
        {...shared}
      />
      <Rungs
        title={`${words.credits}: ${formatWithUnit(data.credited.value, data.siUnit)}`}
        units={data.creditedUnits}
        {...shared}
      />
    </>
  );
};
