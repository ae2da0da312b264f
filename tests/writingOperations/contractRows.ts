import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, endpoint } from '../../server/contract/endpoint.ts';
import { plantEndpoints, userEndpoints } from '../../server/contract/index.ts';

const contract = join(import.meta.dirname, '../../server/contract');
const served: readonly unknown[] = [...userEndpoints, ...plantEndpoints];

/** A row that changes something, by the name that files import it by. */
type WritingRow = { name: string; operation: string };

/** Every row of both APIs that changes something. */
export const writingRows = async (): Promise<WritingRow[]> => {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const found: WritingRow[] = [];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(join(contract, file));
    for (const [name, value] of Object.entries(exported)) {
      if (!served.includes(value)) continue;
      const row = endpoint(value as Endpoint);
      if (row.method !== 'get' || row.writes) found.push({ name, operation: `${row.method.toUpperCase()} ${row.path}` });
    }
  }
  return found;
};
