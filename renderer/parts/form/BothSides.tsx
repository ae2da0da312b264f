import { Button } from '@mantine/core';
import { text } from '../../text/words.ts';
import { changedThings, shownThing } from './bothSides.ts';
import styles from './Form.module.css';
import { words } from './words.ts';

type Draft = Readonly<Record<string, string | undefined>>;

type Props = {
  base: Draft;
  mine: Draft;
  theirs: Draft;
  labelOf: (thing: string) => string;
  /** Who it was and when, where that is known. */
  by?: string;
  onPutOnTop: () => void;
  onTakeTheirs: () => void;
};

/** What somebody else saved while this form was filled in, beside what was typed; nothing is dropped without a choice. */
export const BothSides = ({ base, mine, theirs, labelOf, by, onPutOnTop, onTakeTheirs }: Props) => {
  const things = [...new Set([...changedThings(base, mine), ...changedThings(base, theirs)])];
  const shown = (draft: Draft, thing: string) => shownThing(draft, thing) || text.noValue;
  return (
    <section className={styles.refused} role="alert" aria-label={words.bothSides}>
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
            {things.map((thing) => (
              <tr key={thing}>
                <th scope="row">{labelOf(thing)}</th>
                <td>{shown(base, thing)}</td>
                <td>{shown(mine, thing)}</td>
                <td>{shown(theirs, thing)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={styles.choices}>
        <Button onClick={onPutOnTop}>{words.putOnTop}</Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {words.takeTheirs}
        </Button>
      </div>
    </section>
  );
};
