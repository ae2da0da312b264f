import { changedThings, shownThing } from './bothSides.ts';
import styles from './Form.module.css';
import { SidesTable } from './SidesTable.tsx';
import { words } from './words.ts';

type Draft = Readonly<Record<string, string | undefined>>;

type Props = {
  base: Draft;
  mine: Draft;
  theirs: Draft;
  labelOf: (thing: string) => string;
  /** Who it was and when, where that is known. */
  by?: string | undefined;
  onPutOnTop: () => void;
  onTakeTheirs: () => void;
};

/** What somebody else saved while this form was filled in, beside what was typed. */
export const BothSides = ({ base, mine, theirs, labelOf, by, onPutOnTop, onTakeTheirs }: Props) => (
  <section className={styles.refused} role="alert" aria-label={words.bothSides}>
    <SidesTable
      rows={[...new Set([...changedThings(base, mine), ...changedThings(base, theirs)])].map((thing) => ({
        key: thing,
        label: labelOf(thing),
        base: shownThing(base, thing),
        mine: shownThing(mine, thing),
        theirs: shownThing(theirs, thing),
      }))}
      by={by}
      onPutOnTop={onPutOnTop}
      onTakeTheirs={onTakeTheirs}
    />
  </section>
);
