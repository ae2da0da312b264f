/** A document with what it was before, and what was taken back. */
export type History<D> = {
  past: readonly D[];
  present: D;
  future: readonly D[];
  /** Of the last change: one of the same kind after it is the same step, as while a name is typed. */
  kind: string | null;
};

const mostSteps = 200;

export const begun = <D>(present: D): History<D> => ({ past: [], present, future: [], kind: null });

export const changed = <D>({ past, present, kind: before }: History<D>, next: D, kind: string | null = null): History<D> => ({
  past: kind !== null && kind === before ? past : [...past, present].slice(-mostSteps),
  present: next,
  future: [],
  kind,
});

export const undone = <D>(history: History<D>): History<D> => {
  const { past, present, future } = history;
  const last = past.at(-1);
  if (last === undefined) return history;
  return { past: past.slice(0, -1), present: last, future: [present, ...future], kind: null };
};

export const redone = <D>(history: History<D>): History<D> => {
  const { past, present, future } = history;
  const [next] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: future.slice(1), kind: null };
};
