import { type RefObject, useEffect, useRef } from 'react';
import type { UnitSearch } from './search.ts';
import type { Change } from './Toolbar.tsx';
import { type Range, stepped } from './trend/range.ts';

type Known = { range: Range; today: string; search: UnitSearch; field: RefObject<HTMLInputElement | null>; onChange: Change };

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [role="dialog"], [contenteditable]') !== null;

const go = ({ range, today, onChange }: Known, by: 1 | -1): void => {
  const to = stepped(range, by, today);
  if (to !== null) onChange({ ...to, date: to.date >= today ? undefined : to.date, at: undefined, zoom: undefined });
};

const runs: Record<string, (known: Known) => void> = {
  '[': (known) => go(known, -1),
  ']': (known) => go(known, 1),
  t: ({ field }) => field.current?.focus(),
  v: ({ search, onChange }) => onChange({ view: search.view === 'table' ? undefined : 'table' }),
  c: ({ search, range, onChange }) => {
    const day = range.key === 'shift' || range.key === 'h24';
    const next = search.compare === undefined ? (day ? 'day' : 'none') : search.compare === 'none' ? undefined : 'none';
    onChange({ compare: next });
  },
  '/': () => document.querySelector<HTMLInputElement>('input[type="search"][data-units]')?.focus(),
};

/** Keys of the page: [ and ] one range back and on, t go to a time, c the next comparison, v the table, / the search. */
export const useUnitKeys = (known: Known): void => {
  const now = useRef(known);
  now.current = known;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyped(event.target)) return;
      const run = runs[event.key];
      if (run === undefined) return;
      event.preventDefault();
      run(now.current);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
};
