import { describe, expect, it } from 'vitest';
import { files, textOf } from './product.ts';

describe('the writing connection', () => {
  const outside = (allowed: RegExp): string[] => files.filter((file) => file.startsWith('server/') && !allowed.test(file));

  it('is opened in db alone, and what is opened elsewhere only reads', () => {
    const openers = outside(/^server\/db\//).filter((file) => /\brawConnectionOf\b|\bopenDatabase\(/.test(textOf(file)));
    for (const file of openers) expect(`${file}: ${textOf(file)}`).toMatch(/openDatabase\([^;]*readonly: true/);
    for (const file of openers) expect(textOf(file)).not.toMatch(/\brawConnectionOf\b|openDatabase\((?![^;]*readonly: true)/);
    expect(openers).toEqual(['server/hub/serving/servedPlant.ts', 'server/jobs/openReading.ts', 'server/storage.ts']);
  });

  it('takes queries from stores alone, and nobody asks whether it is busy', () => {
    expect(outside(/^server\/db\/|[sS]tore\.ts$/).filter((file) => /\btx\.(query|run|all|first)\b/.test(textOf(file)))).toEqual(
      [],
    );
    expect(outside(/^server\/db\//).filter((file) => /\.inTransaction\b/.test(textOf(file)))).toEqual([]);
    expect(
      outside(/^server\/db\//).filter(
        (file) => /better-sqlite3/.test(textOf(file)) && /import (?!type)[^;]*better-sqlite3/.test(textOf(file)),
      ),
    ).toEqual([]);
  });
});
