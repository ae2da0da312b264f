import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Failure, isMissingFile, messageOf } from '../../../core/fail.ts';

/** A file of monthly normals; `source` is what is reported and stored with every figure. */
const normalsFile = z.object({
  source: z.string().min(1).max(500),
  period: z.string().max(100),
  normals: z
    .array(
      z.object({
        state: z.string().min(1).max(100),
        district: z.string().min(1).max(100),
        /** January first. */
        monthlyMm: z.array(z.number().min(0).max(10_000)).length(12),
      }),
    )
    .max(5000),
});
type NormalsFile = z.infer<typeof normalsFile>;

export type Normals = { state: string; district: string; monthlyMm: readonly number[]; source: string };

const same = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { sensitivity: 'base', ignorePunctuation: true }) === 0;

/** Monthly normals by district: the site's own file first, then the one that is shipped. */
export class RainNormals {
  readonly #shipped: string;
  readonly #own: string;

  constructor(files: { shipped: string; own: string }) {
    this.#shipped = files.shipped;
    this.#own = files.own;
  }

  /**
   * @throws Failure `noData` for a district that neither file has, `badRequest` where several states have one of that name,
   * `unavailable` for a file that cannot be read.
   */
  async find(district: string, state: string | undefined): Promise<Normals> {
    for (const path of [this.#own, this.#shipped]) {
      const file = await readNormals(path);
      const found = (file?.normals ?? []).filter(
        (one) => same(one.district, district) && (state === undefined || same(one.state, state)),
      );
      if (found.length > 1)
        throw new Failure(
          'badRequest',
          `district ${district} is in ${found.map((one) => one.state).join(' and ')}: say which state`,
        );
      const [one] = found;
      if (file && one) return { ...one, source: `${file.source} (${one.district}, ${one.state}; ${file.period})` };
    }
    throw new Failure(
      'noData',
      `No normals of ${state === undefined ? district : `${district}, ${state}`} are known; rain-normals.json in the data folder can hold them`,
    );
  }
}

/** Undefined where there is no file. */
const readNormals = async (path: string): Promise<NormalsFile | undefined> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw new Failure('unavailable', `The file of rain normals cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    return normalsFile.parse(JSON.parse(text));
  } catch (error) {
    throw new Failure('unavailable', 'The file of rain normals does not have the form of one', { cause: error });
  }
};
