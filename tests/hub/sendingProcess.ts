/** A plant's sync in a process of its own, to be killed: `node sendingProcess.ts FOLDER CODE` sends round after round. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadIdentity } from '../../server/bundle/identity.ts';
import { Bus } from '../../server/core/bus.ts';
import { systemClock } from '../../server/core/clock.ts';
import type { Jobs } from '../../server/core/jobs.ts';
import { openDatabase } from '../../server/db/open.ts';
import { openWriter } from '../../server/db/openWriter.ts';
import { answerSync } from '../../server/features/sync/answerStore.ts';
import { askByJobs, syncQuestion } from '../../server/features/sync/questions.ts';
import { SyncService } from '../../server/features/sync/service.ts';
import { SyncStore } from '../../server/features/sync/syncStore.ts';
import { createOpenSlots } from '../../server/features/sync/ticks/openSlotsStore.ts';
import { createLog } from '../../server/log.ts';
import { withoutEngine } from '../../server/test/sync/withoutEngine.ts';

const [dataFolder = '', code = ''] = process.argv.slice(2);
const share = { industries: ['DEMO', 'INTERNAL', 'NORTH'], alarms: true, audit: true, commands: true, people: true };
const { writer } = openWriter(join(dataFolder, 'headworks.db'), systemClock);
const reading = openDatabase(join(dataFolder, 'headworks.db'), { readonly: true });
const log = createLog('error', { write: () => undefined });
const jobs: Jobs = {
  run: (_, input, { signal }) => answerSync(reading.sqlite, dataFolder, syncQuestion.parse(input), signal),
};
const store = new SyncStore(writer);
const sync = new SyncService({
  ...{ dataFolder, identity: loadIdentity(join(dataFolder, 'keys'), Date.now()), program: '1.0.0', store, log },
  ...{ ask: askByJobs(jobs), clock: systemClock, plantName: () => 'Killed plant', bus: new Bus(log), random: () => 0.5 },
  ...{ restored: withoutEngine(writer), againAfterMs: [1, 1, 1], latest: () => [], openSlots: createOpenSlots(writer) },
});
if (store.hub()) sync.begin();
else sync.pair(code, { share: { ...share, ticks: false, live: false }, bytesPerHour: null, by: 'admin' });
for (;;) {
  await sync.settled();
  const { lastError, site, words, industries, refusals } = sync.state();
  process.stdout.write(`${JSON.stringify({ lastError, site, words, industries, refusals })}\n`);
  await wait(50);
  sync.begin();
}
