/**
 * Raises, sends and acknowledges alarms as fast as it can, on a clock of its own, until it is killed: `node alertChild.ts <database>
 * [finish]`. Every line on stdout is a message that left: `<delivery> <alarm>`. With `finish` it only ends what was begun, and says
 * through which slot everything was evaluated: `done <slot>`.
 */
import { writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ManualClock } from '../core/clock.ts';
import { SLOT_MS } from '../core/slots.ts';
import type { MessageChannel } from '../features/delivery/model.ts';
import { flowOf, KILL_FIRST_SLOT, KILL_UNITS } from './alertKills.ts';
import { AlertWorks, limitedPlant, worksSettings } from './alertWorks.ts';

const [, , path = '', mode] = process.argv;

/** Takes a message and then its time, so that it may be killed between sending and marking. */
const mail: MessageChannel = {
  name: 'email',
  needsInternet: false,
  send: async (_, { deliveryId, data }) => {
    writeSync(1, `${deliveryId} ${data.notificationId}\n`);
    await nextTurn();
  },
  stop: () => undefined,
};

const clock = new ManualClock(KILL_FIRST_SLOT * SLOT_MS - 1);
const settings = worksSettings({ digest: false });
const works = new AlertWorks({ path, plant: limitedPlant(KILL_UNITS), clock, settings, channel: mail });
const shift = { userId: 'asha', username: 'asha', industryId: 'DEMO', permissions: new Set(['ALERTS'] as const) };

/** The people of the shift have seen everything; only what they saw may come as a new one. */
const answer = async (): Promise<void> => {
  const unread = works.alarms.open('DEMO').filter(({ ackedAtMs }) => ackedAtMs === null);
  await works.service.acknowledgeAll(
    shift,
    unread.map(({ id }) => id),
  );
};

const firstSlot = (works.newestSlot ?? KILL_FIRST_SLOT - 1) + 1;
clock.set(firstSlot * SLOT_MS + 1);
works.start();
await answer();
const deliver = async (): Promise<void> => {
  works.outbox.work();
  await works.outbox.settled();
};
await deliver();
for (let slot = firstSlot; mode !== 'finish' || slot === firstSlot; slot += 1) {
  await works.slot(slot, (unit) => flowOf(unit, slot));
  await deliver();
  await answer();
  if (works.log.length > 0) throw new Error(works.log.join('; '));
}
writeSync(1, `done ${works.store.progress('DEMO')}\n`);
await works.close();
