import { expect, it, onTestFinished } from 'vitest';
import type { CommandOutcome } from '../../contract/user/plc.ts';
import { ManualClock } from '../../core/clock.ts';
import { sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { frame } from '../../test/plcRig.ts';
import { type CommandRouteParts, commandRoutes } from './commandRoutes.ts';
import type { CommandRow } from './model.ts';

type Row = Pick<CommandRow, 'outcome' | 'error'>;

/** What is answered to a command whose frames ended like this. */
const answerOf = async (...rows: Row[]) => {
  const full = rows.map((row, at) => ({ frameId: `f${at}`, rawBack: '', exception: null, undelivered: false, ...row }));
  const parts = {
    service: { write: async () => ({ commandId: 'c', asset: 'PUMP', command: 'SPEED', rows: full }) },
    clock: new ManualClock(0),
  } as unknown as CommandRouteParts;
  const http = await startRig(commandRoutes(parts), {
    sessions: sessionsOf({ t: { caller: someCaller({ permissions: new Set(['PLC_WRITE']) }), panel: false } }),
  });
  onTestFinished(() => http.stop());
  const { body } = await http.ask('/api/user/plc/write-registers', {
    method: 'POST',
    headers: { authorization: 'Bearer t' },
    body: { deviceId: 'plc', frames: [frame()] },
  });
  return body as { status: string; code: CommandOutcome; message: string; frames: object[] };
};
const done: Row = { outcome: 'CONFIRMED', error: '' };
const refused = (error: string): Row => ({ outcome: 'REFUSED', error });

it('a command is as good as the worst of its frames', async () => {
  const { status, code, message } = await answerOf(done, { outcome: 'ACCEPTED_UNVERIFIED', error: '' }, done);
  expect([status, code]).toEqual(['unverified', 'ACCEPTED_UNVERIFIED']);
  expect(message).toBe('ACCEPTED_UNVERIFIED: the device took it, and it was not seen to be carried out');
  expect((await answerOf(done, refused('too high'), { outcome: 'UNKNOWN', error: '' })).code).toBe('UNKNOWN');
  expect(await answerOf(done)).toMatchObject({ status: 'success', code: 'CONFIRMED', message: 'done' });
});

it('a command says the reason of the first of its worst frames that has one', async () => {
  const said = async (...rows: Row[]): Promise<string> => (await answerOf(...rows)).message;
  expect(await said(refused(''), refused('too high'), refused('too fast'))).toBe('REFUSED: not carried out (too high)');
  // what a better frame said is not why
  expect(await said({ outcome: 'ACCEPTED_UNVERIFIED', error: 'shows 3' }, refused('too high'))).toBe(
    'REFUSED: not carried out (too high)',
  );
  expect(await said({ outcome: 'ACCEPTED_UNVERIFIED', error: 'shows 3' }, refused(''))).toBe('REFUSED: not carried out');
  expect(await said(done, { outcome: 'CONFIRMED', error: 'settled later' })).toBe('done (settled later)');
});

it('each frame says its own outcome, a frame without one that it is not known', async () => {
  const { frames } = await answerOf(done, { outcome: null, error: 'stopped' });
  expect(frames).toEqual([
    { frameId: 'f0', outcome: 'CONFIRMED' },
    { frameId: 'f1', outcome: 'UNKNOWN', error: 'stopped' },
  ]);
});
