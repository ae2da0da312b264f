import { readFileSync } from 'node:fs';

/** One recorded slot; an empty field, as when the gateway was down, is undefined. */
export type PlantRow = { fromMs: number; values: Readonly<Record<string, number | undefined>> };

/** Rows of a recorded CSV whose first column is the start of the slot in UTC. */
export const readPlantRows = (path: string): PlantRow[] => {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const names = header.trim().split(',').slice(1);
  return lines.map((line) => {
    const [time = '', ...fields] = line.trim().split(',');
    return {
      fromMs: Date.parse(`${time.replace(' ', 'T')}Z`),
      values: Object.fromEntries(names.map((name, index) => [name, fields[index] ? Number(fields[index]) : undefined])),
    };
  });
};
