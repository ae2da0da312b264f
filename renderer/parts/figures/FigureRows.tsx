import type { ReactNode } from 'react';
import cards from '../cards.module.css';

type FigureRow = readonly [name: string, value: string, note?: string | undefined];

/** Figures side by side, each with its name above and, where there is one, a note below. */
export const FigureRows = ({ rows }: { rows: readonly FigureRow[] }): ReactNode => (
  <dl className={cards.figures}>
    {rows.map(([name, value, note]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {note === undefined ? null : <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
