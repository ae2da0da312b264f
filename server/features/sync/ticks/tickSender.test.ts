import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { TicksAnswer, TicksRequest } from '../../../contract/hub/exchange.ts';
import { Bus } from '../../../core/bus.ts';
import { ManualClock } from '../../../core/clock.ts';
import { emptyBlock, SLOT_MS } from '../../../core/slots.ts';
import { readTickMessage, type TickMessage } from '../../../core/sync/tickMessage.ts';
import { quietLog } from '../../../test/readingsRig.ts';
import type { HubClient } from '../hubClient.ts';
import type { HubRow } from '../syncStore.ts';
import { TickSender } from './tickSender.ts';

/** A plant with slots from 10 on, one more with each that is over, and a hub that keeps what comes. */
const sending = (
  share: object = { ticks: true },
  bytesPerHour: number | null = null,
  always?: TicksAnswer,
  takesSteps = false,
) => {
  const clock = new ManualClock(14.5 * SLOT_MS);
  const bus = new Bus(quietLog());
  const hub = { state: 'paired', share: { industries: ['DEMO'], ...share }, bytesPerHour } as unknown as HubRow;
  const asked: (number[] | 'what is there')[] = [];
  let stored: number | null = null;
  const rig = {
    answer: (sent: TicksRequest): TicksAnswer => {
      if (always) return always;
      stored = sent.slots.reduce<number | null>((last, { slot }) => Math.max(last ?? 0, slot), stored);
      return { stored, takesSteps };
    },
    pass: ({ slots }: TickMessage): TicksAnswer => ({ stored: slots.at(-1) ?? null }),
  };
  /** Slots of messages of steps, the first of each that from which they are. */
  const passed: (number | null)[][] = [];
  const client = {
    ask: async ({ body }: { body: TicksRequest | Buffer }) => {
      if (Buffer.isBuffer(body)) {
        const message = readTickMessage(body);
        passed.push([message.base?.slot ?? null, ...message.slots]);
        return rig.pass(message);
      }
      asked.push(body.slots.length === 0 ? 'what is there' : body.slots.map(({ slot }) => slot));
      return rig.answer(body);
    },
  };
  const sender = new TickSender({
    ...{ hub: () => hub, clientOf: () => client as unknown as HubClient, bus, clock, random: () => 0.5, log: quietLog() },
    // three at a time
    read: (_, fromSlot, toSlot) => {
      const all = Array.from({ length: 100 }, (_one, index) => index + 10).filter((slot) => slot >= fromSlot && slot < toSlot);
      return {
        series: 'a'.repeat(64),
        slots: all.slice(0, 3).map((slot) => emptyBlock(slot, 1)),
        base: fromSlot > 10 ? emptyBlock(fromSlot - 1, 1) : undefined,
        next: all[3],
      };
    },
    epoch: () => 2,
    everyMs: 5,
  });
  onTestFinished(() => sender.stop());
  sender.begin();
  return {
    ...{ sender, clock, bus, asked, passed, rig },
    sent: (list: unknown) => vi.waitFor(() => expect(asked).toEqual(list), 60_000),
  };
};

it('goes on from what the hub has, sends each slot once it is over, and again what was changed', async () => {
  const { sender, clock, bus, asked, sent } = sending();
  const first = ['what is there', [10, 11, 12], [13]];
  await sent(first);
  clock.advance(SLOT_MS);
  await sent([...first, [14]]);
  bus.emit('slotsRevised', { industryId: 'NORTH', fromSlot: 10, seriesIds: [] });
  bus.emit('slotsRevised', { industryId: 'DEMO', fromSlot: 13, seriesIds: [] });
  await sent([...first, [14], [13, 14]]);
  await sender.stop();
  asked.length = 0;
  clock.advance(SLOT_MS);
  sender.begin();
  await sent(['what is there', [15]]);
});

it('sends slots that the plant measures once more after its clock was set back', async () => {
  const { sender, clock, asked, sent } = sending();
  const first = ['what is there', [10, 11, 12], [13]];
  await sent(first);
  clock.advance(-3 * SLOT_MS);
  // a round in which nothing is over yet
  await vi.waitFor(() => expect(asked).toEqual(first), 60_000);
  await setTimeout(50);
  clock.advance(SLOT_MS);
  await sent([...first, [11]]);
  clock.advance(SLOT_MS);
  await sent([...first, [11], [12]]);
  // and where it was set back while nothing was sent
  await sender.stop();
  clock.advance(-SLOT_MS);
  asked.length = 0;
  sender.begin();
  await setTimeout(50);
  clock.advance(SLOT_MS);
  await sent(['what is there', [12]]);
});

it('leaves a hub alone that keeps nothing, or knows other series', async () => {
  for (const answer of [{ stored: null }, { stored: 12, isBehind: true }]) {
    const { sent } = sending({ ticks: true }, null, answer);
    await sent(answer.isBehind ? ['what is there'] : ['what is there', [10, 11, 12]]);
  }
});

it('sends steps from the slot before to a hub that takes them, and whole where it has another one', async () => {
  const { rig, clock, passed, asked, sent } = sending({ ticks: true }, null, undefined, true);
  await sent(['what is there']);
  await vi.waitFor(
    () =>
      expect(passed).toEqual([
        [null, 10, 11, 12],
        [12, 13],
      ]),
    60_000,
  );
  rig.pass = (message) => ({ stored: 14, ...(message.base && { wantsWhole: true }) });
  clock.advance(SLOT_MS);
  await vi.waitFor(
    () =>
      expect(passed.slice(2)).toEqual([
        [13, 14],
        [null, 14],
      ]),
    60_000,
  );
  expect(asked).toEqual(['what is there']);
});

it('sends again what did not arrive', async () => {
  const { asked, clock, rig, sender, sent } = sending();
  await sent(['what is there', [10, 11, 12], [13]]);
  const { answer } = rig;
  rig.answer = () => {
    throw new Error('no line');
  };
  clock.advance(SLOT_MS);
  await sent(['what is there', [10, 11, 12], [13], [14]]);
  rig.answer = answer;
  await sender.stop();
  asked.length = 0;
  sender.begin();
  await sent(['what is there', [14]]);
});

it('sends nothing where open days are not shared, or the line is small', () => {
  for (const { asked } of [sending({ ticks: false }), sending({ ticks: true }, 900_000)]) expect(asked).toEqual([]);
});
