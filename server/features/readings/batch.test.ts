import { describe, expect, it } from 'vitest';
import { batchResult, job } from '../../contract/user/batchProcess.ts';
import { dayNumber } from '../../core/shift.ts';
import type { Reply } from '../../test/httpRig.ts';
import type { ReadingsRig } from '../../test/readingsRig.ts';
import { servedPlant } from '../../test/servedPlant.ts';

/** Holds every run at its next day until `go`. */
const holdRuns = ({ ingest }: ReadingsRig): { go: () => void } => {
  const recompute = ingest.recompute.bind(ingest);
  const gate = Promise.withResolvers<void>();
  ingest.recompute = async (...asked) => {
    await gate.promise;
    return recompute(...asked);
  };
  return { go: gate.resolve };
};

describe('days worked out again', () => {
  const batch = async (ask: (path: string) => Promise<Reply>, query: string) => {
    const { status, body, text } = await ask(`/user/batchProcess${query}`);
    expect(status, text).toBe(200);
    return batchResult.parse(body);
  };

  it('come out the same, and say which are provisional or empty', async () => {
    const { ask, notes } = await servedPlant();
    const result = await batch(ask, '?date1=10/06/2026&date2=08/06/2026');
    expect(result).toMatchObject({
      status: 'success',
      state: 'done',
      from: '08/06/2026',
      to: '10/06/2026',
      days: 2,
      units: 4,
      changedDays: 0,
    });
    expect(result.warnings).toEqual([
      { unitId: 'tanker', date: '08/06/2026', message: 'there are no readings of this day' },
      { unitId: 'tanker', date: '10/06/2026', message: 'there are no readings of this day' },
    ]);
    expect(notes).toMatchObject([{ kind: 'readings.batch', subject: result.jobId }]);
    const again = await batch(ask, '?date1=10/06/2026&date2=08/06/2026');
    const { jobId: _one, durationMs: _ms, ...same } = again;
    expect(result).toMatchObject(same);
  });

  it('have their totals added up again', async () => {
    const { ask, rig, totalOf } = await servedPlant();
    rig.connection.sqlite.exec(
      `update day_total set sum = 1 where day = ${dayNumber('2026-06-10')} and series_id = ${rig.id('in', 'volume')}`,
    );
    // not what the plant wrote: answered as missing
    expect(totalOf('in', 'volume', '2026-06-10')).toBeUndefined();
    expect((await batch(ask, '?date1=10/06/2026')).changedDays).toBe(1);
    expect(totalOf('in', 'volume', '2026-06-10')).toMatchObject({ sum: 28_800, revision: 2 });
    expect((await batch(ask, '?date1=10/06/2026')).changedDays).toBe(0);
  });

  it('are followed as a job where they are more than seven', async () => {
    const { ask, readings, notes, rig } = await servedPlant();
    const { go } = holdRuns(rig);
    const started = await batch(ask, '/range?startDate=01/06/2026&endDate=11/06/2026&unitIds=in,well');
    expect(started).toMatchObject({ state: 'running', days: 11, units: 2, warnings: [] });
    const refused = await ask('/user/batchProcess?date1=10/06/2026');
    expect([refused.status, refused.body]).toMatchObject([409, { code: 409 }]);
    const read = async () => job.parse((await ask(`/plant/jobs/${started.jobId}`)).body);
    expect(await read()).toMatchObject({ state: 'running', finishedAt: null, progress: { done: 0, total: 11 }, result: null });
    go();
    while ((await read()).state === 'running') await new Promise(setImmediate);
    const ended = await read();
    expect(ended).toMatchObject({ kind: 'batchProcess', state: 'done', progress: { done: 11, total: 11, unit: 'days' } });
    const result = batchResult.parse(ended.result);
    expect(result).toMatchObject({ jobId: started.jobId, state: 'done', changedDays: 0 });
    expect(result.warnings.filter(({ unitId }) => unitId === 'in').map(({ date }) => date)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((day) => `0${day}/06/2026`),
    );
    expect(notes).toHaveLength(1);
    expect((await ask(`/plant/jobs/${started.jobId}`, {}, 'north')).status).toBe(404);
    expect((await batch(ask, '?date1=10/06/2026')).state).toBe('done');
    await readings.stop();
  });

  it('are answered when they are seven', async () => {
    const { ask } = await servedPlant();
    expect(await batch(ask, '/range?startDate=05/06/2026&endDate=11/06/2026')).toMatchObject({ state: 'done', days: 7 });
  });

  it('end with the server after the day they are at', async () => {
    const { ask, readings, rig } = await servedPlant();
    const { go } = holdRuns(rig);
    const { jobId } = await batch(ask, '/range?startDate=01/06/2025&endDate=11/06/2026');
    const stopped = readings.stop();
    go();
    await stopped;
    expect(job.parse((await ask(`/plant/jobs/${jobId}`)).body)).toMatchObject({
      state: 'failed',
      progress: { done: 1, total: 376, unit: 'days' },
      message: 'the server stopped before 02/06/2025',
      result: null,
    });
  });

  it.each([
    ['', 400, 1403, 'date1 missing'],
    ['?date1=32/01/2026', 400, 1403, 'date1 is a date that does not exist'],
    ['?date1=13/06/2026', 400, 1403, 'date1 has not begun yet'],
    ['?date1=10/06/2026&date2=13/06/2026', 400, 1403, 'date2 has not begun yet'],
    ['?date1=31/12/1969', 400, 1403, 'date1 is before 1970'],
    ['/range?endDate=10/06/2026', 400, 1403, 'startDate missing'],
    ['/range?startDate=10/06/2026', 400, 1403, 'endDate missing'],
    ['/range?startDate=10/06/2026&endDate=09/06/2026', 400, 1403, 'endDate is before startDate'],
    ['/range?startDate=10/06/2026&endDate=13/06/2026', 400, 1403, 'endDate has not begun yet'],
    [
      '/range?startDate=01/01/2000&endDate=10/06/2026',
      400,
      1403,
      'startDate to endDate is 9658 days; at most 1830 (5 years) can be asked for at once',
    ],
    ['/range?startDate=10/06/2026&endDate=10/06/2026&unitIds=nobody', 404, 1401, 'unit nobody not found'],
  ])('are refused: %s', async (query, status, code, message) => {
    const { ask } = await servedPlant();
    const answer = await ask(`/user/batchProcess${query}`);
    expect([answer.status, answer.body]).toMatchObject([status, { code, message }]);
    expect((await ask('/plant/jobs/nobody')).status).toBe(404);
  });

  it('are not run by a link of another page', async () => {
    const { ask } = await servedPlant();
    expect((await ask('/user/batchProcess?date1=10/06/2026', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(400);
    expect((await ask('/user/batchProcess?date1=10/06/2026', { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(400);
  });
});
