import { useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../api/call.ts';
import { explain } from '../states.tsx';
import { nested, type OwnWords, ownMessagesOnly, type Problems, problemsOf } from './problems.ts';
import { sayRefusal } from './sayRefusal.ts';
import { useAfterPress } from './useAfterPress.ts';
import { words } from './words.ts';

/** Fields by the path they have in the body, "owner.email"; a field that is undefined is not sent. */
type Draft = Record<string, unknown>;

export type Bound<V> = {
  id: string;
  value: V;
  onChange: (value: V) => void;
  onBlur: () => void;
  problem: string | undefined;
};

export type Form<D extends Draft, O> = {
  draft: D;
  set: (part: Partial<D>) => void;
  bind: <K extends keyof D & string>(path: K) => Bound<D[K]>;
  /** The parsed body, or null: then the fields say why and the first of them has the focus. */
  check: () => O | null;
  /** Whether these fields are right; else they say why and the first of them has the focus. */
  checkSome: (paths: readonly (keyof D & string)[]) => boolean;
  /** Words what the server refused, at its fields where it names them. */
  refuse: (error: unknown) => void;
  /** Of the whole form: what was refused, or how many fields need a look. */
  problem: string | null;
  isDirty: boolean;
  /** Whether both say the same, however it was typed: 1.50 is 1.5. */
  isSame: (one: D, other: D) => boolean;
  /** What is in the form now counts as saved. */
  settle: (next?: D) => void;
};

type Options<D extends Draft, S extends z.ZodType> = {
  schema: S;
  start: D;
  /** Body made of the draft; dotted keys become objects where absent. */
  body?: (draft: D) => unknown;
  /** Words for a field in place of the schema's, by the path of the schema. */
  own?: OwnWords;
  /** Field of the form that shows what the schema says of a path; the same where absent. */
  pathOf?: (path: string, draft: D) => string;
};

/** A form that checks what is typed by the schema of the server, keeps it when it is refused, and knows whether it is saved. */
export const useForm = <D extends Draft, S extends z.ZodType>({
  schema,
  start,
  body = nested,
  own,
  pathOf = (path) => path,
}: Options<D, S>): Form<D, z.output<S>> => {
  const formId = useId();
  const afterPress = useAfterPress();
  const saved = useRef(start);
  const [draft, setDraft] = useState(start);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<{ problem: string; fields: Problems } | null>(null);

  const parsed = schema.safeParse(body(draft), ownMessagesOnly);
  const atFields = (all: Problems): Problems =>
    Object.fromEntries(Object.entries(all).map(([path, why]) => [pathOf(path, draft), why]));
  const problems = parsed.success ? {} : atFields(problemsOf(parsed.error.issues, own));
  const seen = Object.keys(problems).filter((path) => left.has(path));
  const idOf = (path: string) => `${formId}-${path}`;

  return {
    draft,
    set: (part) => {
      setRefused(null);
      setDraft((before) => ({ ...before, ...part }));
    },
    bind: (path) => ({
      id: idOf(path),
      value: draft[path],
      onChange: (value) => {
        setRefused(null);
        setDraft((before) => ({ ...before, [path]: value }));
      },
      onBlur: () => afterPress(() => setLeft((before) => (before.has(path) ? before : new Set([...before, path])))),
      problem: refused?.fields[path] ?? (left.has(path) ? problems[path] : undefined),
    }),
    check: () => {
      setChecked(true);
      // a field that appears after this complains once it was left, or with the next check
      setLeft((before) => new Set([...before, ...Object.keys(problems)]));
      if (parsed.success) return parsed.data;
      const first = Object.keys(draft).find((path) => problems[path] !== undefined);
      if (first !== undefined) document.getElementById(idOf(first))?.focus();
      return null;
    },
    checkSome: (paths) => {
      setLeft((before) => new Set([...before, ...paths]));
      const first = paths.find((path) => problems[path] !== undefined);
      if (first !== undefined) document.getElementById(idOf(first))?.focus();
      return first === undefined;
    },
    refuse: (error) => {
      const fields = atFields(refusedFields(error));
      const at = Object.keys(fields);
      const drawn = at.flatMap((path) => document.getElementById(idOf(path)) ?? []);
      drawn[0]?.focus();
      // a field says it in full; what no field shows is said of the whole form
      const isSaid = at.length > 0 && drawn.length === at.length;
      setRefused({ problem: isSaid ? words.problems(at.length) : explain(error), fields });
    },
    problem: refused?.problem ?? (checked && seen.length > 0 ? words.problems(seen.length) : null),
    isDirty: JSON.stringify(draft) !== JSON.stringify(saved.current),
    isSame: (one, other) =>
      JSON.stringify(one) === JSON.stringify(other) || isSameBody(schema.safeParse(body(one)), schema.safeParse(body(other))),
    settle: (next) => {
      saved.current = next ?? draft;
      if (next !== undefined) setDraft(next);
      setLeft(new Set());
      setChecked(false);
      setRefused(null);
    },
  };
};

type Parsed = { success: boolean; data?: unknown };

/** Whether the same would be sent of both. */
export const isSameBody = (one: Parsed, other: Parsed): boolean =>
  one.success && other.success && JSON.stringify(one.data) === JSON.stringify(other.data);

/** What the server refused, by the paths of the body. */
export const refusedFields = (error: unknown): Problems => {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused') return {};
  const { errors = [] } = error.failure.body;
  return Object.fromEntries(
    errors.map(({ path, message }) => [path.replace(/^body\./, ''), sayRefusal(message, path, () => undefined)]),
  );
};
