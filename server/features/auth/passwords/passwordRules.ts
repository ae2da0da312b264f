import { Failure } from '../../../core/fail.ts';

/** What a password of a person at this plant must not be made of. */
export type PersonalWords = readonly (string | null | undefined)[];

/** At least 10^8 guesses: too many for 20 a day, and many for one who stole the hashes. */
const LEAST_SCORE = 3;
/** The estimate grows with the square of the length; what starts well enough is good enough. */
const LOOKED_AT = 28;
const SHORTEST_WORD = 3;

const advice = 'Choose one that is not a common word, name, row of keys or date: several unrelated words do well.';

/**
 * Refuses passwords that people choose and machines guess, by the dictionaries and patterns of zxcvbn, offline.
 * The dictionaries (some megabytes) are read when the first password is set.
 */
export class PasswordRules {
  #estimate: Promise<(password: string, words: string[]) => number> | undefined;

  /**
   * @param field how the request calls the password.
   * @throws Failure `badRequest` with advice.
   */
  async refuseGuessable(field: string, password: string, surroundings: PersonalWords): Promise<void> {
    this.#estimate ??= load();
    const estimate = await this.#estimate;
    const words = surroundings
      .flatMap((text) => [text ?? '', (text ?? '').replace(/[^\p{L}\p{N}]/gu, ''), ...(text ?? '').split(/[^\p{L}\p{N}]/u)])
      .filter((word) => word.length >= SHORTEST_WORD);
    if (estimate(password.slice(0, LOOKED_AT), ['headworks', 'water', 'plant', ...words]) < LEAST_SCORE)
      throw new Failure('badRequest', `${field} is easily guessed. ${advice}`, {
        errors: [{ path: field, message: `is easily guessed. ${advice}` }],
      });
  }
}

const load = async (): Promise<(password: string, words: string[]) => number> => {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return (password, words) => zxcvbn.check(password, words).score;
};
