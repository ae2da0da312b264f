import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { servedPlant } from '../../test/servedPlant.ts';

describe('readings as CSV', () => {
  it('are a line per slot up to now, empty where nothing is known', async () => {
    const { ask } = await servedPlant();
    const { status, headers, text } = await ask(
      '/plant/readings/export?startDate=11/06/2026&endDate=12/06/2026&unitIds=in,tanker',
    );
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toContain('readings 2026-06-11 to 2026-06-12.csv');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\ufefftime,unitId,unitName,param,unit,value,quality');
    expect(lines[1]).toBe('2026-06-11T00:30:00.000Z,in,Unit in,volume,L,100,G');
    // no spreadsheet takes the name for a formula
    expect(lines).toContain(`2026-06-11T00:30:00.000Z,tanker,"'=Tanker ""A"", B",volume,L,,M`);
    // three series of a whole day and of an hour
    expect(lines).toHaveLength(1 + 3 * (288 + 12));
    expect(lines.at(-1)).toMatch(/^2026-06-12T01:25:00.000Z,tanker,/);
  });

  it('are those of every unit where none is named', async () => {
    const { ask } = await servedPlant();
    const { text } = await ask('/plant/readings/export?startDate=10/06/2026&endDate=10/06/2026');
    expect(
      new Set(
        text
          .split('\r\n')
          .slice(1, -1)
          .map((line) => line.split(',')[1]),
      ),
    ).toEqual(new Set(['in', 'twice', 'well', 'tanker']));
  });

  it('are made no faster than they are read, and no more once the client has gone', async () => {
    const { rig, port } = await servedPlant();
    let reads = 0;
    const slots = rig.reader.slots.bind(rig.reader);
    rig.reader.slots = (...asked) => {
      reads += 1;
      return slots(...asked);
    };
    const path = '/api/plant/readings/export?startDate=10/06/2022&endDate=10/06/2026&unitIds=in,twice,well,tanker';
    const response = await new Promise<IncomingMessage>((done, fail) => {
      get({ port, host: '127.0.0.1', path, headers: { authorization: 'Bearer asha' } }, done).on('error', fail);
    });
    const settled = async (): Promise<number> => {
      // a busy machine may give the export no turn for a while
      for (let [before, same] = [-1, 0]; same < 3; same = before === reads ? same + 1 : 0) {
        before = reads;
        await delay(100);
      }
      return reads;
    };
    // five series of 1,462 days
    const paused = await settled();
    expect(paused).toBeGreaterThan(0);
    expect(paused).toBeLessThan(3000);
    response.destroy();
    expect(await settled()).toBeLessThan(paused + 100);
  });

  it.each([
    ['?endDate=10/06/2026', 400, 1403, 'startDate missing'],
    ['?startDate=10/06/2026', 400, 1403, 'endDate missing'],
    ['?startDate=10/06/2026&endDate=01/06/2026', 400, 1403, 'endDate is before startDate'],
    ['?startDate=31/12/1969&endDate=10/06/1970', 400, 1403, 'startDate is before 1970'],
    ['?startDate=30/12/9999&endDate=31/12/9999', 400, 1403, 'endDate is after 30/12/9999'],
    ['?startDate=10/06/2026&endDate=10/06/2026&unitIds=in,nobody', 404, 1401, 'unit nobody not found'],
  ])('are refused: %s', async (query, status, code, message) => {
    const { ask } = await servedPlant();
    const answer = await ask(`/plant/readings/export${query}`);
    expect([answer.status, answer.body]).toMatchObject([status, { code, message }]);
  });
});
