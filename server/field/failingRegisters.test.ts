import { describe, expect, it } from 'vitest';
import { plantOf, Subject, serverOf, touches } from '../test/gatewaySubject.ts';
import { device, tag } from './testing/make.ts';
import { answerIt, exceptionBody, type Handler } from './testing/oracleServer.ts';

const failing =
  (exception: number, registers: readonly number[]): Handler =>
  (request) => {
    const isFailing = registers.some((register) => touches(request, register));
    if (isFailing) request.send(request.frame(exceptionBody(1, request.functionCode, exception)));
    else answerIt(request);
  };

const everyTag = Array.from({ length: 40 }, (_, i) => tag('line-1', i, { periodMs: 10_000 }));

const notGood = (subject: Subject): string[] => everyTag.filter(({ id }) => subject.quality(id) !== 'GOOD').map(({ id }) => id);

describe('a register that a device cannot give', () => {
  it.each([
    [1, 'BAD_CONFIG'],
    [4, 'BAD_DEVICE'],
    [7, 'BAD_DEVICE'],
    [8, 'BAD_DEVICE'],
  ] as const)('takes none of its neighbours with it at exception %i', async (exception, quality) => {
    const server = await serverOf(failing(exception, [17]));
    const subject = new Subject(plantOf(server, [device(1)], everyTag, { timeoutMs: 2000 }));
    await subject.bad('line-1/17', quality);
    while (everyTag.some(({ id }) => subject.quality(id) === 'STALE')) await subject.next(() => true);
    expect(notGood(subject)).toEqual(['line-1/17']);
    expect(server.requests).toBeLessThanOrEqual(2 + 1 + Math.ceil(Math.log2(40)) + 1 + 2);
    expect(subject.device('line-1').health).toBe('good');
  });

  it('may be several, the first and the last among them, and others that are not there', async () => {
    const server = await serverOf((request) => {
      if (touches(request, 20)) failing(2, [20])(request);
      else failing(4, [0, 1, 5, 39])(request);
    });
    const subject = new Subject(plantOf(server, [device(1)], everyTag, { timeoutMs: 2000 }));
    while (everyTag.some(({ id }) => subject.quality(id) === 'STALE')) await subject.next(() => true);
    expect(notGood(subject)).toEqual(['line-1/0', 'line-1/1', 'line-1/5', 'line-1/20', 'line-1/39']);
    expect([0, 20, 39].map((i) => subject.quality(`line-1/${i}`))).toEqual(['BAD_DEVICE', 'BAD_ADDRESS', 'BAD_DEVICE']);
  });

  it('comes back by itself', async () => {
    let handler = failing(4, [17]);
    const server = await serverOf((request) => handler(request));
    const subject = new Subject(plantOf(server, [device(1)], everyTag, { timeoutMs: 2000 }));
    await subject.bad('line-1/17', 'BAD_DEVICE');
    handler = answerIt;
    await subject.good('line-1/17');
    expect(subject.device('line-1').learntForbidden).toEqual([]);
  });

  it('is not looked for each time where the device fails as a whole, which is back with its next answer', async () => {
    const all = everyTag.map(({ decode: { address } }) => address);
    let handler = failing(4, all);
    const server = await serverOf((request) => handler(request));
    const often = everyTag.map((one) => ({ ...one, periodMs: 200 }));
    const subject = new Subject(plantOf(server, [device(1)], often, { timeoutMs: 2000 }));
    await subject.bad('line-1/17', 'BAD_DEVICE');
    const first = server.requests;
    expect(first).toBeLessThanOrEqual(2 + 16);
    for (let cycle = 0; cycle < 5; cycle += 1) await subject.bad('line-1/17', 'BAD_DEVICE');
    expect(server.requests - first).toBeLessThanOrEqual(2 * 6);
    handler = answerIt;
    await subject.good('line-1/17');
    expect(notGood(subject)).toEqual([]);
    expect(subject.device('line-1').plan).toHaveLength(1);
  });
});
