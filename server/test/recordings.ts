import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const folder = resolve(import.meta.dirname, '../../tests/data');

/** What tests/data holds; its README says what is true of each. */
type Recording = 'plant_5min' | 'domestic_5min' | 'borewell_daily' | 'piezometer_10min';

const csvOf = (recording: Recording): string =>
  brotliDecompressSync(readFileSync(join(folder, `${recording}.csv.br`))).toString();

/** A recording as a CSV file in a folder of the test; answers its path. */
export const unpackRecording = (recording: Recording, testFolder: string): string => {
  const path = join(testFolder, `${recording}.csv`);
  writeFileSync(path, csvOf(recording));
  return path;
};

/** Rows of a recording by column name, as text. */
export const readRecording = (recording: Recording): Readonly<Record<string, string>>[] => {
  const [header = '', ...lines] = csvOf(recording).trim().split('\n');
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
};

/** One recorded slot; an empty field, as when the gateway was down, is undefined. */
type PlantRow = { fromMs: number; values: Readonly<Record<string, number | undefined>> };

/** The recorded plant slot by slot. */
export const readPlantRows = (): PlantRow[] =>
  readRecording('plant_5min').map(({ ts = '', ...fields }) => ({
    fromMs: Date.parse(`${ts.replace(' ', 'T')}Z`),
    values: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text === '' ? undefined : Number(text)])),
  }));
