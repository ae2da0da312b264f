import { describe, expect, it, vi } from 'vitest';
import { plantOf, Subject, serverOf, touches } from '../test/gatewaySubject.ts';
import { device, tag } from './testing/make.ts';
import { exceptionBody } from './testing/oracleServer.ts';
import { passed } from './testing/ownTime.ts';

/** How often a timer was set in a second of waiting. */
const timersInASecond = async (): Promise<number> => {
  const set = vi.spyOn(globalThis, 'setTimeout');
  await passed(1000);
  const { length } = set.mock.calls;
  set.mockRestore();
  return length;
};

describe('a line on which nothing can be done', () => {
  it.each([150, 2500])(
    'is left in peace while its device is silent and while it is down, also with refused registers, at a timeout of %d ms',
    async (timeoutMs) => {
      let isMute = false;
      const server = await serverOf((request) => {
        if (isMute) return;
        if (touches(request, 5, 5)) request.send(request.frame(exceptionBody(1, 3, 2)));
        else request.send(request.answer);
      });
      const tags = [tag('line-1', 1, { periodMs: 500 }), tag('line-1', 5, { periodMs: 500 })];
      const subject = new Subject(plantOf(server, [device(1)], tags, { timeoutMs }));
      await subject.bad('line-1/5', 'BAD_ADDRESS');
      isMute = true;
      // by then the refused register is due to be asked again
      await passed(5500);
      await vi.waitFor(() => expect(subject.device('line-1').health).toBe('offline'), 60_000);
      expect(await timersInASecond()).toBeLessThan(40);
      await passed(1500);
      expect(await timersInASecond()).toBeLessThan(40);
      await server.stop();
      await passed(1500);
      expect(await timersInASecond()).toBeLessThan(40);
      isMute = false;
      await server.start();
      await subject.good('line-1/1');
      expect(subject.quality('line-1/5')).toBe('BAD_ADDRESS');
    },
  );
});
