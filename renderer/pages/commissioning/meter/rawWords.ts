/** A register as it is printed: four hexadecimal digits. */
export const hexWord = (word: number): string => word.toString(16).toUpperCase().padStart(4, '0');

/** Words of a tag now, each with whether it differs from before. */
export const changedWords = (
  now: readonly number[] | null,
  before: readonly number[] | null | undefined,
): { at: number; hex: string; changed: boolean }[] =>
  (now ?? []).map((word, at) => ({ at, hex: hexWord(word), changed: before != null && before[at] !== word }));
