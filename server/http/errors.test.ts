import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { silent } from '../test/httpRig.ts';
import { row, start } from '../test/openRoutes.ts';
import { route } from './route.ts';

describe('a request', () => {
  it('never publishes an answer that breaks its schema', async () => {
    const errors: object[] = [];
    const log: Log = { ...silent, error: (fields) => errors.push(fields) };
    const wrong = { volume: 'a lot' } as unknown as { volume: number };
    const { ask } = await start([route(row({ reply: z.object({ volume: z.number() }) }))(() => wrong)], { log });
    const { status, body } = await ask('/api/user/thing');
    expect(status).toBe(500);
    expect(body).toEqual({ status: 'error', code: 500, message: 'Internal error', requestId: expect.any(String) });
    expect(errors).toHaveLength(1);
  });

  it('that is turned away for a while is no error in the log, so that a flood leaves it readable', async () => {
    const errors: object[] = [];
    const log: Log = { ...silent, error: (fields) => errors.push(fields) };
    const busy = route(row({}))(() => {
      throw new Failure('unavailable', 'Too many at once', { retryAfterSeconds: 2 });
    });
    const { ask } = await start([busy], { log });
    expect(await ask('/api/user/thing')).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(errors).toEqual([]);
  });

  it('that is met by everybody as the server is set up is no error of each request', async () => {
    const errors: object[] = [];
    const log: Log = { ...silent, error: (fields) => errors.push(fields) };
    const without = route(row({}))(() => {
      throw new Failure('unavailable', 'No SMS channel', { isExpected: true });
    });
    const { ask } = await start([without], { log });
    expect(await ask('/api/user/thing')).toMatchObject({ status: 503, body: { code: 503, message: 'No SMS channel' } });
    const asNew = await start([without], { log, isSetUp: () => false });
    expect(await asNew.ask('/api/user/thing')).toMatchObject({ status: 503, body: { message: 'setup required' } });
    expect(errors).toEqual([]);
  });

  it('says nothing of an unexpected error but its id, which the log has too', async () => {
    const logged: { requestId?: string; err?: unknown }[] = [];
    const log: Log = { ...silent, error: (fields) => logged.push(fields) };
    const { ask } = await start(
      [
        route(row({}))(() => {
          throw new Error('select * from user -- /secret/path');
        }),
      ],
      { log },
    );
    const { text, status, body, headers } = await ask('/api/user/thing');
    expect([status, headers['x-service-code']]).toEqual([500, '500']);
    expect(text).not.toMatch(/select|secret|Error:/);
    expect(logged[0]?.requestId).toBe((body as { requestId: string }).requestId);
    expect(String(logged[0]?.err)).toContain('select');
  });

  it.each([
    ['SQLITE_FULL', 507],
    ['SQLITE_IOERR_FSYNC', 503],
    ['SQLITE_BUSY', 503],
    ['SQLITE_CONSTRAINT', 500],
    ['EDQUOT', 507],
    ['EIO', 503],
    ['EROFS', 503],
  ])('answers %s of the database with %i', async (code, http) => {
    const { ask } = await start([
      route(row({}))(() => {
        throw Object.assign(new Error('near "x": /data/file.db'), { code });
      }),
    ]);
    const { status, text } = await ask('/api/user/thing');
    expect(status).toBe(http);
    expect(text).not.toContain('/data');
  });

  it.each([
    ['a request that a library refuses', 400, 400, 'Bad request'],
    ['what a library does not find', 404, 404, 'Not found'],
    ['any other fault of a client', 417, 400, 'Bad request'],
    ['the last of them', 499, 400, 'Bad request'],
    ['what is no fault of a client', 399, 500, 'Internal error'],
    ['a fault of the library itself', 500, 500, 'Internal error'],
    ['a number that is text', '404', 500, 'Internal error'],
  ])('answers %s (%s) with %i, and not with its text', async (_, statusCode, http, message) => {
    const { ask } = await start([
      route(row({}))(() => {
        throw Object.assign(new Error('in /data/file.db'), { statusCode });
      }),
    ]);
    expect(await ask('/api/user/thing')).toMatchObject({ status: http, body: { message } });
  });

  it('aborts the signal of its handler when its client has gone', async () => {
    const gone = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const { port } = await start([
      route(row({}))(async (_, { signal }) => {
        asked.resolve();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        gone.resolve();
        return 1;
      }),
    ]);
    const controller = new AbortController();
    const answer = fetch(`http://127.0.0.1:${port}/api/user/thing`, { signal: controller.signal });
    await asked.promise;
    controller.abort();
    await expect(answer).rejects.toThrow();
    await gone.promise;
  });

  it('that its client left is no error of the server, but an error after that is', async () => {
    const lines: string[] = [];
    const log = { ...silent, error: (_: object, text: string) => lines.push(text) } as unknown as Log;
    let asked = Promise.withResolvers<AbortSignal>();
    const routes = [
      route(row({}))(async (_, { signal }) => {
        asked.resolve(signal);
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }),
      route(row({ path: '/broken' }))(async (_, { signal }) => {
        asked.resolve(signal);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        throw new Error('a real fault');
      }),
    ];
    const { port } = await start(routes, { log });
    const leave = async (path: string) => {
      asked = Promise.withResolvers();
      const controller = new AbortController();
      const answer = fetch(`http://127.0.0.1:${port}/api/user${path}`, { signal: controller.signal });
      await asked.promise;
      controller.abort();
      await expect(answer).rejects.toThrow();
    };
    await leave('/thing');
    await leave('/broken');
    await expect.poll(() => lines).toEqual(['answered 500']);
  });
});
