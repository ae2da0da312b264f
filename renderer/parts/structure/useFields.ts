import { createContext, use } from 'react';
import type { Draft } from './draft.ts';
import type { Labels } from './labels.ts';

/** `isOn`: of a switch by this name, what it is where nobody switched it. */
export type Option = { value: string; label: string; isOn?: boolean };

/** What the fields of a form share. */
export type FieldsOf = {
  draft: Draft;
  /** Puts a value at a path; changes of the same kind one after the other are one step of undo. */
  change: (path: readonly string[], value: Draft, kind?: string) => void;
  /** What is wrong at a path, where that is to be shown. */
  problemAt: (path: readonly string[]) => string | undefined;
  leave: (path: readonly string[]) => void;
  idOf: (path: readonly string[]) => string;
  labels: Labels;
  /** What a field chooses from where the schema does not say, by the end of its path. */
  choicesOf: (namePath: string) => readonly Option[] | undefined;
  /** The field as the labels name it. */
  namePathOf: (path: readonly string[]) => string;
};

export const FieldsContext = createContext<FieldsOf | null>(null);

export const useFields = (): FieldsOf => {
  const fields = use(FieldsContext);
  if (fields === null) throw new Error('a field is drawn outside of its form');
  return fields;
};
