import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../core/fail.ts';
import { Client, endLive, sessions, startHub } from '../test/liveRig.ts';
import type { LiveCaller } from './audience.ts';

afterEach(endLive);

/** A hub whose caller may lose what they hold between two messages, long before the next ping. */
const open = async () => {
  const asha = sessions['token.of.asha'] as LiveCaller;
  let caller: LiveCaller | undefined = asha;
  const confirmed: (readonly number[])[] = [];
  const { port } = await startHub({
    authenticate: () => {
      if (!caller) throw new Failure('sessionEnded', 'Session expired');
      return caller;
    },
    onConfirm: (_caller, ids) => confirmed.push(ids),
    pingMs: 60_000,
  });
  const client = await new Client(port, { path: '/api/user/live?jwt=token.of.asha' }).opened();
  const become = (to: LiveCaller | undefined): void => {
    caller = to;
  };
  /** An answer says that what was said before it was dealt with. */
  const heard = async (): Promise<void> => {
    const known = client.got.length;
    client.say({ type: 'subscribe', topic: 'beat' });
    await client.until(() => client.got.length > known);
  };
  return { client, become, asha, confirmed, heard };
};

describe('what somebody may do on the live channel', () => {
  it('is asked anew with each message: nothing is confirmed by who may see no alarms any more', { timeout: 10_000 }, async () => {
    const { client, become, asha, confirmed, heard } = await open();
    client.say({ type: 'confirm', ids: ['5'] });
    await heard();
    become({ ...asha, permissions: new Set() });
    client.say({ type: 'confirm', ids: ['6'] });
    await heard();
    expect(confirmed).toEqual([[5]]);
  });

  it('ends with the session at the next message', { timeout: 10_000 }, async () => {
    const { client, become } = await open();
    become(undefined);
    client.say({ type: 'subscribe', topic: 'readings' });
    await client.until(() => client.closeCode !== undefined);
    expect([client.closeCode, client.got.some(({ type }) => type === 'reading')]).toEqual([4440, false]);
  });
});
