import { beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from './httpRig.ts';
import { serveAnew, serveDemo, served } from './tags/demo.ts';
import { eventChanges } from './tags/eventChanges.ts';
import { industryChanges } from './tags/industryChanges.ts';
import { lateReadings } from './tags/lateReadings.ts';
import { askAll, questions } from './tags/questions.ts';
import { savedGraph, savedWork } from './tags/savedWork.ts';
import { unitChanges } from './tags/unitChanges.ts';

serveDemo();

const changes = [...savedGraph, ...lateReadings, ...savedWork, ...industryChanges, ...unitChanges, ...eventChanges];

let old: ReadonlyMap<string, Reply>;

describe('whatever an answer is made from', () => {
  beforeAll(async () => {
    old = await askAll(served);
  });

  it.each(changes)('%s: nobody keeps the answer of before', async (_what, change, answers) => {
    await change();
    const fresh = await serveAnew();
    const [now, truth] = [await askAll(served), await askAll(fresh)];
    await fresh.stop();
    const changed = questions.filter((question) => truth.get(question)?.text !== old.get(question)?.text);
    const stale = changed.filter((question) => now.get(question)?.headers.etag === old.get(question)?.headers.etag);
    const remembered = questions.filter((question) => now.get(question)?.text !== truth.get(question)?.text);
    old = now;
    expect({ stale, remembered }).toEqual({ stale: [], remembered: [] });
    expect(answers.filter((answer) => !changed.some((question) => answer.test(question)))).toEqual([]);
  });
});
