import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import type { WriteTx } from '../../../db/writer.ts';
import { silent } from '../../../test/httpRig.ts';
import { alarm, delivery, escalation, MINUTE, NOON, settingsOf, tx } from '../../../test/plannedDeliveries.ts';
import type { AlarmRecord } from '../model.ts';
import { Escalation, type EscalationParts } from './escalation.ts';
import type { Delivery } from './model.ts';

describe('an alarm that nobody answers', () => {
  /** Steps that are taken `minutes` after the alarm was raised. */
  const stepAfter = async (
    minutes: number,
    more: Partial<AlarmRecord> = {},
    deliveries: Delivery[] = [delivery()],
    parts: object = {},
  ) => {
    const taken: string[] = [];
    const clock = new ManualClock(NOON + minutes * MINUTE);
    const one = alarm(more);
    const check = new Escalation({
      outbox: {
        escalate: (_: WriteTx, { id }: AlarmRecord, step: number, recipients: string[]) =>
          void taken.push(`${id} ${step} ${recipients.join(' ')}`),
        work: () => void taken.push('work'),
      },
      store: { ofAlarm: () => deliveries },
      alarms: { open: () => [one] },
      alarm: () => one,
      industries: () => [{ id: 'DEMO', disabled: false }],
      settings: () => settingsOf({ escalation }),
      transaction: (write: (tx: WriteTx) => void) => write(tx),
      clock,
      log: silent,
      ...parts,
    } as unknown as EscalationParts);
    await check.check();
    expect(taken.pop()).toBe('work');
    return taken;
  };
  const first = ['a 1 boss@plant.example'];
  const second = ['a 2 chief@plant.example horn:wp1'];

  it.each<[minutes: number, deliveries: Delivery[], taken: string[]]>([
    [9.99, [delivery()], []],
    [10, [delivery()], first],
    [10, [], first],
    [9, [], []],
    [29, [delivery(), delivery({ step: 1 })], []],
    [30, [delivery(), delivery({ step: 1 })], second],
    [90, [delivery(), delivery({ step: 1 }), delivery({ step: 2 })], []],
    [60, [delivery()], first],
  ])('for %d minutes, with deliveries %#, goes on', async (minutes, deliveries, taken) => {
    expect(await stepAfter(minutes, {}, deliveries)).toEqual(taken);
  });

  it('goes on also where the plant has a single step', async () => {
    const settings = () => settingsOf({ escalation: escalation.slice(0, 1) });
    expect(await stepAfter(10, {}, [delivery()], { settings })).toEqual(first);
  });

  it('begins anew when it is announced again', async () => {
    const again = delivery({ createdAtMs: NOON + 20 * MINUTE });
    const before = [delivery(), delivery({ step: 1, createdAtMs: NOON + 10 * MINUTE }), again];
    expect(await stepAfter(29, {}, before)).toEqual([]);
    expect(await stepAfter(30, {}, before)).toEqual(first);
    // the later announcement counts where the alarm is older
    expect(await stepAfter(12, { raisedAtMs: NOON + 5 * MINUTE }, [delivery()])).toEqual([]);
    expect(await stepAfter(15, { raisedAtMs: NOON + 5 * MINUTE }, [delivery()])).toEqual(first);
  });

  it('whose server was off for two days goes on, and gives each step its time', async () => {
    const days = 2 * 1440;
    expect(await stepAfter(days)).toEqual(first);
    const taken = delivery({ step: 1, createdAtMs: NOON + days * MINUTE });
    expect(await stepAfter(days + 19.9, {}, [delivery(), taken])).toEqual([]);
    expect(await stepAfter(days + 20, {}, [delivery(), taken])).toEqual(second);
  });

  it('is looked at again once others had their turn: a person may have answered meanwhile', async () => {
    const answered = { alarm: (_: string, id: string) => alarm({ id, ackedAtMs: NOON }) };
    expect(await stepAfter(10, {}, [delivery()], answered)).toEqual([]);
    expect(await stepAfter(10, {}, [delivery()], { alarm: () => undefined })).toEqual([]);
  });

  it('is answered by a device that confirmed it since', async () => {
    expect(await stepAfter(10, {}, [delivery({ state: 'confirmed' })])).toEqual([]);
    const old = delivery({ state: 'confirmed', createdAtMs: NOON - MINUTE });
    expect(await stepAfter(10, {}, [old, delivery()])).toEqual(first);
  });

  it.each<[Partial<AlarmRecord>, isTaken: boolean]>([
    [{ ackedAtMs: 1 }, false],
    [{ resolvedAtMs: 1 }, false],
    [{ clearedAtMs: 1 }, false],
    [{ insight: true }, false],
    [{ late: true }, false],
    [{ suppressed: true }, false],
    [{ shelvedUntilMs: NOON + 10 * MINUTE + 1 }, false],
    [{ shelvedUntilMs: NOON + 10 * MINUTE }, true],
    [{ raisedAtMs: NOON - 1430 * MINUTE + 1 }, true],
    // it came back, was shelved, or the server was off
    [{ raisedAtMs: NOON - 1430 * MINUTE }, true],
    [{ raisedAtMs: NOON - 100 * 1440 * MINUTE }, true],
  ])('and is %j is escalated: %s', async (more, isTaken) => {
    expect(await stepAfter(10, more, [delivery()])).toEqual(isTaken ? first : []);
  });

  it.each([
    [29, []],
    [30, second],
    [181, second],
  ])('goes on %d minutes after a clock that was set back, though the server was started anew since', async (minutes, taken) => {
    const ahead = NOON + 180 * MINUTE;
    const before = [delivery({ createdAtMs: ahead }), delivery({ step: 1, createdAtMs: NOON + 10 * MINUTE })];
    expect(await stepAfter(minutes, { raisedAtMs: ahead }, before)).toEqual(taken);
  });

  it('is at an end once its last step was taken before a restart, also when its own time has come', async () => {
    const ahead = NOON + 180 * MINUTE;
    const steps = [1, 2].map((step) => delivery({ step, createdAtMs: NOON + (step === 1 ? 10 : 30) * MINUTE }));
    expect(await stepAfter(240, { raisedAtMs: ahead }, [delivery({ createdAtMs: ahead }), ...steps])).toEqual([]);
  });

  it('is left where the industry is disabled or escalates nothing', async () => {
    expect(await stepAfter(10, {}, [delivery()], { industries: () => [{ id: 'DEMO', disabled: true }] })).toEqual([]);
    expect(await stepAfter(10, {}, [delivery()], { settings: () => undefined })).toEqual([]);
    expect(await stepAfter(10, {}, [delivery()], { settings: () => settingsOf({}) })).toEqual([]);
  });

  it('is left once the server stops, also where others were being looked at', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const taken: string[] = [];
    const [asked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const watch = new Escalation({
      outbox: {
        escalate: (_: WriteTx, { id }: AlarmRecord) => void taken.push(id),
        work: () => ended.resolve(),
      },
      store: { ofAlarm: () => [] },
      alarms: { open: () => Array.from({ length: 250 }, (_, at) => alarm({ id: `a${at}` })) },
      alarm: (_: string, id: string) => alarm({ id }),
      industries: () => [{ id: 'DEMO', disabled: false }],
      settings: () => settingsOf({ escalation }),
      transaction: (write: (tx: WriteTx) => void) => {
        write(tx);
        asked.resolve();
      },
      clock: new ManualClock(NOON + 10 * MINUTE),
      log: silent,
    } as unknown as EscalationParts);
    watch.start();
    vi.advanceTimersByTime(15_000);
    await asked.promise;
    watch.stop();
    await ended.promise;
    vi.useRealTimers();
    expect(taken).toHaveLength(100);
  });

  describe('is looked at', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('every quarter minute from the start to the stop, also after a fault', async () => {
      let looked = 0;
      const watch = new Escalation({
        industries: () => {
          looked += 1;
          throw new Error('broken');
        },
        log: silent,
      } as unknown as EscalationParts);
      watch.start();
      watch.start();
      await vi.advanceTimersByTimeAsync(14_999);
      expect(looked).toBe(0);
      await vi.advanceTimersByTimeAsync(1);
      expect(looked).toBe(1);
      await vi.advanceTimersByTimeAsync(15_000);
      expect(looked).toBe(2);
      watch.stop();
      await vi.advanceTimersByTimeAsync(60_000);
      expect([looked, vi.getTimerCount()]).toEqual([2, 0]);
    });
  });
});
