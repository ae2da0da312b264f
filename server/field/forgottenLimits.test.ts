import { describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { plantOf, Subject, serverOf } from '../test/gatewaySubject.ts';
import { device, seeded, tag } from './testing/make.ts';
import { exceptionBody } from './testing/oracleServer.ts';

const minuteMs = 60_000;

describe('a device that refused at random for a time', () => {
  it('is read in one request again once it gives all of it, and loses no value by that', async () => {
    const random = seeded(4);
    let isFickle = true;
    const server = await serverOf((request) => {
      if (isFickle && random() < 0.6) request.send(request.frame(exceptionBody(1, 3, 2)));
      else request.send(request.answer);
    });
    let passedMs = 0;
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + passedMs };
    const tags = Array.from({ length: 20 }, (_, i) => tag('line-1', i));
    const subject = new Subject(plantOf(server, [device(1)], tags, { timeoutMs: 2000 }), clock);
    const blocks = (): number => subject.device('line-1').plan.length;
    while (blocks() < 4) await subject.next(() => true);
    isFickle = false;
    passedMs += 11 * minuteMs;
    // registers that were refused by themselves come back one by one
    while (blocks() > 1 || subject.device('line-1').learntForbidden.length > 0) await subject.next(() => true);
    expect(subject.device('line-1').plan).toMatchObject([{ address: 0, count: 20, tagIds: tags.map(({ id }) => id) }]);
  });
});
