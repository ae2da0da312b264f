/** Why an answer is not there, and what was known when that was said. */
type Said = { hash: string; answeredAtMs: number; error: unknown };

type Asked = { hash: string /** Of its newest answer, 0 where there is none. */; answeredAtMs: number; error: unknown };

/**
 * A new try forgets why the one before failed, which says nothing yet about the server: what was said of a question stays until it is
 * answered. Null while nothing is wrong.
 */
export const lastError = (before: Said | null, { hash, answeredAtMs, error }: Asked): Said | null => {
  if (error !== null && error !== undefined) return { hash, answeredAtMs, error };
  return before?.hash === hash && before.answeredAtMs === answeredAtMs ? before : null;
};
