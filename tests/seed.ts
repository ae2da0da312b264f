/** Property tests take their seed from HEADWORKS_TEST_SEED: the same tests for everybody, others for who asks for them. */
const USUAL_SEED = 20_260_101;

/** @throws for a seed that is no whole number. */
export const seedOf = (text: string | undefined): number => {
  const seed = text === undefined || text === '' ? USUAL_SEED : Number(text);
  if (!Number.isInteger(seed)) throw new Error(`HEADWORKS_TEST_SEED must be a whole number, not ${text}`);
  return seed;
};
