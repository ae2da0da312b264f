import { describe, expect, it } from 'vitest';
import { plantOf, Subject, serverOf, touches } from '../test/gatewaySubject.ts';
import { device, tag } from './testing/make.ts';
import { answerIt, exceptionBody, type Handler } from './testing/oracleServer.ts';

describe('registers that a device refuses', () => {
  const refusing =
    (from: number, to = from): Handler =>
    (request) => {
      if (touches(request, from, to)) request.send(request.frame(exceptionBody(request.unit, request.functionCode, 2)));
      else answerIt(request);
    };

  it('cost the other tags no cycle and are read around from then on', async () => {
    const server = await serverOf(refusing(17));
    const tags = Array.from({ length: 40 }, (_, i) => tag('line-1', i, { periodMs: 10_000 }));
    const subject = new Subject(plantOf(server, [device(1)], tags, { timeoutMs: 2000 }));
    await subject.bad('line-1/17', 'BAD_ADDRESS');
    while (tags.some(({ id }) => subject.quality(id) === 'STALE')) await subject.next(() => true);
    expect(tags.filter(({ id }) => subject.quality(id) !== 'GOOD').map(({ id }) => id)).toEqual(['line-1/17']);
    expect(server.requests).toBeLessThanOrEqual(1 + Math.ceil(Math.log2(40)) + 1 + 2);
    const { learntForbidden, plan } = subject.device('line-1');
    expect(learntForbidden).toEqual([{ space: 'holding', from: 17, to: 17 }]);
    expect(plan.map(({ address, count }) => [address, count])).toEqual([
      [0, 17],
      [18, 22],
    ]);
    expect(subject.device('line-1').health).toBe('good');
  });

  it('may be several, and holes between tags among them', async () => {
    const server = await serverOf((request) => {
      const isRefused = [3, 11, 12, 26].some((register) => touches(request, register));
      if (isRefused) request.send(request.frame(exceptionBody(1, 3, 2)));
      else answerIt(request);
    });
    const addresses = [0, 1, 2, 5, 6, 10, 11, 13, 20, 25, 30];
    const tags = addresses.map((address) => tag('line-1', address, { periodMs: 10_000 }));
    const subject = new Subject(plantOf(server, [device(1)], tags, { timeoutMs: 2000 }));
    while (tags.some(({ id }) => subject.quality(id) === 'STALE')) await subject.next(() => true);
    expect(tags.filter(({ id }) => subject.quality(id) === 'BAD_ADDRESS').map(({ id }) => id)).toEqual(['line-1/11']);
    expect(tags.filter(({ id }) => subject.quality(id) === 'GOOD')).toHaveLength(10);
  });

  it('beside signals that are read less often take none of these out, and are not looked for again', async () => {
    const server = await serverOf((request) => {
      const isRefused = [3, 4, 8, 9, 10].some((register) => touches(request, register));
      if (isRefused) request.send(request.frame(exceptionBody(1, 3, 2)));
      else answerIt(request);
    });
    const often = [0, 1, 2, 11].map((address) => tag('line-1', address));
    const seldom = [5, 6, 7].map((address) => tag('line-1', address, { periodMs: 10_000 }));
    const subject = new Subject(plantOf(server, [device(1)], [...often, ...seldom], { timeoutMs: 2000 }));
    while ([...often, ...seldom].some(({ id }) => subject.quality(id) !== 'GOOD')) await subject.next(() => true);
    const refusals = subject.device('line-1').exceptions[2];
    for (let cycle = 0; cycle < 5; cycle += 1) await subject.good('line-1/11');
    expect(subject.device('line-1').exceptions[2]).toBe(refusals);
  });

  it('are not asked for again every cycle, and a whole function neither', async () => {
    const server = await serverOf((request) => {
      if (request.functionCode === 4) request.send(request.frame(exceptionBody(1, 4, 1)));
      else answerIt(request);
    });
    const subject = new Subject(
      plantOf(server, [device(1)], [tag('line-1', 5), tag('line-1', 6, { space: 'input' })], { timeoutMs: 2000 }),
    );
    await subject.bad('line-1/6', 'BAD_CONFIG');
    for (let cycle = 0; cycle < 4; cycle += 1) await subject.good('line-1/5');
    // once more at once, in case it was a single one
    expect(subject.device('line-1').exceptions[1]).toBe(2);
    expect(subject.quality('line-1/6')).toBe('BAD_CONFIG');
  });

  it('may be too many at once', async () => {
    const server = await serverOf((request) => {
      if (request.count > 16) request.send(request.frame(exceptionBody(1, 3, 3)));
      else answerIt(request);
    });
    const tags = Array.from({ length: 40 }, (_, i) => tag('line-1', i, { periodMs: 10_000 }));
    const subject = new Subject(plantOf(server, [device(1)], tags, { timeoutMs: 2000 }));
    while (tags.some(({ id }) => subject.quality(id) !== 'GOOD')) await subject.next(() => true);
    expect(subject.device('line-1').plan.map(({ count }) => count)).toEqual([16, 16, 8]);
  });

  it('that the configuration forbids are never asked for', async () => {
    const server = await serverOf(refusing(17));
    const limits = { forbidden: [{ space: 'holding' as const, from: 17, to: 17 }] };
    const subject = new Subject(
      plantOf(server, [device(1, { limits })], [tag('line-1', 16), tag('line-1', 17), tag('line-1', 18)], { timeoutMs: 2000 }),
    );
    await subject.good('line-1/18');
    expect(subject.quality('line-1/17')).toBe('BAD_CONFIG');
    expect(subject.device('line-1').exceptions).toEqual({});
  });

  it('that are not found because the device falls silent are unanswered, not wrongly configured', async () => {
    let isSilent = true;
    const server = await serverOf((request) => {
      if (request.count === 40 || !isSilent) refusing(17)(request);
    });
    const tags = Array.from({ length: 40 }, (_, i) => tag('line-1', i));
    const subject = new Subject(plantOf(server, [device(1)], tags, { timeoutMs: 150 }));
    await subject.bad('line-1/5', 'BAD_TIMEOUT');
    isSilent = false;
    await subject.good('line-1/5');
    while (subject.quality('line-1/17') !== 'BAD_ADDRESS') await subject.next(() => true);
    expect(subject.samples.filter(({ quality }) => quality === 'BAD_CONFIG')).toEqual([]);
  });

  it('that are not found because the line breaks are never said to be wrongly configured', async () => {
    let isBroken = true;
    const server = await serverOf((request) => {
      if (request.count === 40 || !isBroken) refusing(17)(request);
      else request.socket.destroy();
    });
    const tags = Array.from({ length: 40 }, (_, i) => tag('line-1', i));
    const subject = new Subject(plantOf(server, [device(1)], tags, { timeoutMs: 2000 }));
    await subject.next(() => server.requests >= 3);
    isBroken = false;
    await subject.good('line-1/5');
    expect(subject.samples.filter(({ quality }) => quality === 'BAD_CONFIG')).toEqual([]);
  });
});
