import { expect, it } from 'vitest';
import { asha, frame } from '../../test/plcRig.ts';
import { type CommandFrame, type CommandRequest, rowOf } from './commandRequest.ts';
import { Idempotency } from './idempotency.ts';
import type { CommandRow } from './model.ts';

const frameOf = (more: Partial<CommandFrame> = {}): CommandFrame => ({
  ...frame(),
  fn: 6,
  address: 10,
  write: { kind: 'writeRegister', address: 10, value: 7 },
  point: undefined,
  value: null,
  refusal: null,
  refuseNow: () => null,
  ...more,
});
const requestOf = (frames: CommandFrame[], more: Partial<CommandRequest> = {}): CommandRequest => ({
  commandId: 'c',
  deviceId: 'plc',
  asset: 'PUMP',
  command: 'SPEED',
  reason: '',
  verify: true,
  withinMs: 1000,
  frames,
  ...more,
});
const two = [frameOf({ frameId: 'A.1' }), frameOf({ frameId: 'A.2', address: 11 })];
const rowsOf = (wanted: CommandRequest, by = asha): CommandRow[] =>
  wanted.frames.map((one, position) => ({
    ...rowOf(by, wanted, one, { position, atMs: 0, place: 'here' }),
    outcome: 'CONFIRMED',
    sent: true,
    exception: 3,
    rawBack: '0007',
  }));

const rigOf = (stored: CommandRow[] = []) => {
  const counted = { runs: 0 };
  const repeats = new Idempotency({
    findByCommand: (industryId, commandId) => (industryId === 'DEMO' && commandId === 'c' ? stored : []),
  });
  const once = (wanted: CommandRequest, by = asha, run?: () => Promise<CommandRow[]>) =>
    repeats.once(by, wanted, true, async () => {
      counted.runs += 1;
      return run ? run() : rowsOf(wanted, by);
    });
  return { counted, once };
};

it('a command that is known from the disk is not run again, and answers its rows', async () => {
  const wanted = requestOf(two);
  const stored = rowsOf(wanted);
  const { once, counted } = rigOf(stored);
  expect(await once(wanted)).toEqual(stored);
  expect(counted.runs).toBe(0);
});

it('a command of another id or industry is run', async () => {
  const { once, counted } = rigOf(rowsOf(requestOf(two)));
  await once(requestOf(two, { commandId: 'd' }));
  await once(requestOf(two), { ...asha, industryId: 'NORTH' });
  expect(counted.runs).toBe(2);
});

it('of several at the same time one is run, whether it ends well or not, and the next is run anew', async () => {
  const { once, counted } = rigOf();
  const wanted = requestOf(two);
  const [first, second] = await Promise.all([once(wanted), once(wanted)]);
  expect(second).toEqual(first);
  expect(counted.runs).toBe(1);
  const fails = async (): Promise<CommandRow[]> => {
    throw new Error('broken');
  };
  const both = await Promise.allSettled([once(wanted, asha, fails), once(wanted, asha, fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(counted.runs).toBe(2);
  await once(wanted);
  expect(counted.runs).toBe(3);
});

it.each<[string, CommandRequest, by?: typeof asha]>([
  ['another person', requestOf(two), { ...asha, userId: 'ravi' }],
  ['another device', requestOf(two, { deviceId: 'other' })],
  ['fewer frames', requestOf(two.slice(0, 1))],
  ['its frames in another order', requestOf(two.toReversed())],
  ['another name of a frame', requestOf([frameOf({ frameId: 'A.9' }), frameOf({ frameId: 'A.2', address: 11 })])],
  ['another function', requestOf([frameOf({ frameId: 'A.1', fn: 16 }), frameOf({ frameId: 'A.2', address: 11 })])],
  ['another address', requestOf([frameOf({ frameId: 'A.1' }), frameOf({ frameId: 'A.2', address: 12 })])],
  [
    'another value',
    requestOf([
      frameOf({ frameId: 'A.1', write: { kind: 'writeRegister', address: 10, value: 8 } }),
      frameOf({ frameId: 'A.2', address: 11 }),
    ]),
  ],
])('an id that comes again with %s is a conflict', async (_, wanted, by) => {
  const { once, counted } = rigOf(rowsOf(requestOf(two)));
  await expect(once(wanted, by)).rejects.toMatchObject({ code: 'conflict' });
  expect(counted.runs).toBe(0);
});

it('frames that have no row were never sent, and are refused', async () => {
  const wanted = requestOf([...two, frameOf({ frameId: 'A.3', address: 12 })]);
  const stored = rowsOf(wanted).slice(0, 1);
  const { once } = rigOf(stored);
  const unsent = {
    outcome: 'REFUSED',
    sent: false,
    undelivered: true,
    exception: null,
    rawBack: '',
    error: 'not sent: the server stopped before its turn',
    commandId: 'c',
  };
  expect(await once(wanted)).toMatchObject([
    stored[0],
    { ...unsent, frameId: 'A.2', position: 1 },
    { ...unsent, frameId: 'A.3', position: 2 },
  ]);
});
