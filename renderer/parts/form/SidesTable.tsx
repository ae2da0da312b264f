import { Button } from '@mantine/core';
import { text } from '../../text/words.ts';
import styles from './Form.module.css';
import { words } from './words.ts';

export type SidesRow = { key: string; label: string; base: string; mine: string; theirs: string };

type Props = {
  rows: readonly SidesRow[];
  /** Who it was and when, where that is known. */
  by?: string | undefined;
  onPutOnTop: () => void;
  onTakeTheirs: () => void;
};

/** What two people changed, field by field, and the choice between both: nothing is dropped without one. */
export const SidesTable = ({ rows, by, onPutOnTop, onTakeTheirs }: Props) => (
  <>
    <p>{by === undefined ? words.othersChanged : words.changedBy(by)}</p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
    <section className={styles.sides} tabIndex={0} aria-label={words.sidesTable}>
      <table>
        <thead>
          <tr>
            {words.sides.map((side) => (
              <th key={side} scope="col">
                {side}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, base, mine, theirs }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {[base, mine, theirs].map((value, at) => (
                <td key={words.sides[at + 1]}>{value || text.noValue}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    <p className={styles.hint}>{words.sidesHint}</p>
    <div className={styles.choices}>
      <Button onClick={onPutOnTop}>{words.putOnTop}</Button>
      <Button variant="default" onClick={onTakeTheirs}>
        {words.takeTheirs}
      </Button>
    </div>
  </>
);
