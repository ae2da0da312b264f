import { useState } from 'react';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import styles from './Editor.module.css';
import { words } from './words.ts';

const mostShown = 6;

type Props = { units: readonly OverviewUnit[]; label?: string; onChoose: (unit: OverviewUnit) => void };

/** A unit by a part of its name or id; Enter takes the first that is found. */
export const UnitSearch = ({ units, label = words.findUnit, onChoose }: Props) => {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found =
    wanted === ''
      ? []
      : units
          .filter(({ unitId, unitName }) => `${unitName} ${unitId}`.toLowerCase().includes(wanted))
          .toSorted(
            (a, b) => Number(b.unitName.toLowerCase().startsWith(wanted)) - Number(a.unitName.toLowerCase().startsWith(wanted)),
          )
          .slice(0, mostShown);
  const choose = (unit: OverviewUnit) => {
    onChoose(unit);
    setTyped('');
  };
  return (
    <div className={styles.search}>
      <input
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== 'Enter' || first === undefined) return;
          event.preventDefault();
          choose(first);
        }}
      />
      {wanted !== '' && found.length === 0 ? <p role="status">{words.noUnit}</p> : null}
      {found.length === 0 ? null : (
        <ul>
          {found.map((unit) => (
            <li key={unit.unitId}>
              <button type="button" className={styles.version} aria-label={words.use(unit.unitName)} onClick={() => choose(unit)}>
                {unit.unitName}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
