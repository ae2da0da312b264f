import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/call.ts';
import { isConflict } from '../form/isConflict.ts';
import { useLeaveWarning } from '../form/useLeaveWarning.ts';
import { explain } from '../states.tsx';
import { draftKeeper, readDraft } from './draft.ts';
import { begun, changed, redone, undone } from './history.ts';
import { differences, joined, type Things } from './things.ts';

export type Stored<D> = { version: number; doc: D };

/** How a document is taken apart into things, and put together again. */
export type DocumentRules<D> = { thingsOf: (doc: D) => Things; documentOf: (things: Things, like: D) => D };

type Options<D> = {
  /** What the server had when the editor was opened. */
  stored: Stored<D>;
  rules: DocumentRules<D>;
  /** Whether both say the same, however it is written; where absent, by `rules`. */
  isAlike?: (one: D, other: D) => boolean;
  draftKey: string;
  /** False: nothing is kept in this browser, as it can never be saved. True where absent. */
  isKept?: boolean;
  /** Resolves to the new version. @throws ApiError */
  send: (doc: D, version: number) => Promise<number>;
  /** What the server has now. @throws ApiError */
  read: () => Promise<Stored<D>>;
};

/** What the other one saved meanwhile, and both began from. */
type Theirs<D> = Stored<D> & { base: D };

export type EditedDocument<D> = {
  doc: D;
  version: number;
  isDirty: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** `kind`: changes of the same kind one after the other are one step. */
  change: (next: (doc: D) => D, kind?: string) => void;
  undo: () => void;
  redo: () => void;
  save: () => void;
  busy: boolean;
  problem: string | null;
  /** What the server refused, by the path in the document. */
  faults: readonly { path: string; message: string }[];
  theirs: Theirs<D> | null;
  takeTheirs: () => void;
  putOnTop: () => void;
  /** Whether what is not saved is kept in this browser. */
  isKept: boolean;
  rules: DocumentRules<D>;
};

const draftAfterMs = 300;

const faultsOf = (error: unknown) =>
  error instanceof ApiError && error.failure.kind === 'refused' ? (error.failure.body.errors ?? []) : [];

const isSame = <D>({ thingsOf }: DocumentRules<D>, a: D, b: D): boolean => differences(thingsOf(a), thingsOf(b)).length === 0;

/** A document that is edited here and perhaps elsewhere: undo, a draft that outlives a reload, and both sides of a conflict. */
export const useEditedDocument = <D extends object>(options: Options<D>): EditedDocument<D> => {
  const { rules, send, read } = options;
  const key = options.draftKey;
  const isAlike = (one: D, other: D) => isSame(rules, one, other) || options.isAlike?.(one, other) === true;
  const [keeper] = useState(() => draftKeeper<D>(localStorage, key));
  const [start] = useState(() => {
    const draft = readDraft<D>(localStorage, key);
    const { stored } = options;
    if (draft === null) return { history: begun(stored.doc), base: stored, theirs: null };
    const base = { version: draft.version, doc: draft.base };
    const history = changed(begun(draft.base), draft.doc);
    if (draft.version === stored.version) return { history, base, theirs: null };
    // it was saved before the page went, though no answer said so
    if (isAlike(draft.doc, stored.doc)) return { history, base: { ...stored, doc: draft.doc }, theirs: null };
    return { history, base, theirs: { ...stored, base: draft.base } };
  });
  const [history, setHistory] = useState(start.history);
  const [base, setBase] = useState<Stored<D>>(start.base);
  const [theirs, setTheirs] = useState<Theirs<D> | null>(start.theirs);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const [isKept, setKept] = useState(true);
  const { present } = history;
  const isDirty = useMemo(() => present !== base.doc && !isSame(rules, base.doc, present), [present, base, rules]);
  useLeaveWarning(isDirty, options.isKept === false || !isKept);
  useDraft(keeper, isDirty && options.isKept !== false ? { version: base.version, base: base.doc, doc: present } : null, setKept);

  const change = useCallback((next: (doc: D) => D, kind?: string) => {
    setRefused(null);
    setHistory((before) => {
      const after = next(before.present);
      return after === before.present ? before : changed(before, after, kind ?? null);
    });
  }, []);
  const settle = (doc: D, stored: Stored<D>) => {
    setBase(stored);
    setTheirs(null);
    setRefused(null);
    setHistory((before) => changed(before, doc));
  };
  /** @throws ApiError */
  const sendFrom = async (from: number, again = true): Promise<void> => {
    try {
      setBase({ version: await send(present, from), doc: present });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const now = await read().catch(() => null);
      if (now === null) throw error;
      // an earlier try had arrived, though no answer said so
      if (isAlike(present, now.doc)) return setBase({ version: now.version, doc: present });
      if (!isSame(rules, base.doc, now.doc)) setTheirs({ ...now, base: base.doc });
      // the version counts something else as well, and nothing of this was changed
      else if (again) await sendFrom(now.version, false);
      else throw error;
    }
  };
  const save = async () => {
    setBusy(true);
    setRefused(null);
    try {
      await sendFrom(base.version);
    } catch (error) {
      setRefused(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    doc: present,
    version: base.version,
    isDirty,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    save: () => void save(),
    busy,
    problem: refused === null ? null : explain(refused),
    faults: faultsOf(refused),
    theirs,
    takeTheirs: () => theirs !== null && settle(theirs.doc, theirs),
    putOnTop: () => {
      if (theirs === null) return;
      const { things } = joined(rules.thingsOf(theirs.base), rules.thingsOf(present), rules.thingsOf(theirs.doc));
      settle(rules.documentOf(things, theirs.doc), theirs);
    },
    isKept,
    rules,
  };
};

/** Keeps what is not saved a moment after each change, and at once when the page goes. */
const useDraft = <D>(
  keeper: ReturnType<typeof draftKeeper<D>>,
  draft: { version: number; base: D; doc: D } | null,
  onKept: (kept: boolean) => void,
) => {
  const now = useRef(draft);
  now.current = draft;
  const write = useCallback(() => {
    if (now.current === null) keeper.forget();
    else onKept(keeper.keep(now.current));
  }, [keeper, onKept]);
  const doc = draft?.doc ?? null;
  const version = draft?.version ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is written anew when the document changes
  useEffect(() => {
    const timer = setTimeout(write, draftAfterMs);
    return () => clearTimeout(timer);
  }, [doc, version, write]);
  useEffect(() => {
    addEventListener('pagehide', write);
    return () => {
      removeEventListener('pagehide', write);
      write();
    };
  }, [write]);
};
