import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Answers, Pictures } from './play.ts';

const answerFolder = join(import.meta.dirname, 'answers');
const pictureFolder = join(import.meta.dirname, 'pictures');
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 };

const fileNameOf = (name: string): string => {
  const short = name
    .replace(/ \/api\/\w+\//, ' ')
    .replace(/(startDate|endDate|reportType|reportFormat|service|format|html|v2)\b/g, '');
  return `${short.replace(/[^A-Za-z0-9]+/g, '-')}.png`;
};

/** Every recorded answer, by group. */
export const recordedAnswers = (): Map<string, Answers> =>
  new Map(
    readdirSync(answerFolder).map((file) => [
      file.replace('.json.br', ''),
      JSON.parse(brotliDecompressSync(readFileSync(join(answerFolder, file))).toString()),
    ]),
  );

/** The names of the files that hold recorded pictures. */
export const recordedPictures = (): string[] => readdirSync(pictureFolder).toSorted();
export const recordedPicture = (file: string): Buffer => readFileSync(join(pictureFolder, file));
export const pictureFiles = (pictures: Pictures): Map<string, Uint8Array> =>
  new Map([...pictures].map(([name, png]) => [fileNameOf(name), png]));

/** Replaces everything that was recorded. */
export const record = (answers: Map<string, Answers>, pictures: Pictures): void => {
  for (const folder of [answerFolder, pictureFolder]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  for (const [group, answered] of answers)
    writeFileSync(join(answerFolder, `${group}.json.br`), brotliCompressSync(JSON.stringify(answered), { params }));
  for (const [file, png] of pictureFiles(pictures)) writeFileSync(join(pictureFolder, file), png);
};
