import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import type { ReadingReader } from '../../../historian/read/reader.ts';
import { sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import { startThreeDays } from '../../../test/meterAndTank.ts';
import { overviewRoutes } from './routes.ts';
import type { FieldTrouble } from './silence.ts';

const trouble: FieldTrouble = {
  ...{ kind: 'line', id: 'line1', name: 'Line', reason: 'lineDown', detail: 'refused', address: '10.0.0.1', sinceMs: null },
};

/** A plant whose overview is asked with its tag, and of the same readings where nobody counts samples, so that each answer is made anew. */
const start = async () => {
  const { plant, rig, now } = await startThreeDays();
  for (const unit of plant.units('DEMO'))
    unit.feeds.push({
      ...{ tagId: `${unit.id}.flow`, deviceId: unit.id, name: 'flow', param: 'flow', kind: 'gauge', measure: '', periodMs: 5000 },
    });
  const field = { troubles: new Map<string, FieldTrouble>(), discharge: new Set<string>() };
  const { reader, clock } = rig;
  const uncounted: ReadingReader = {
    slots: (...asked) => reader.slots(...asked),
    dayTotals: (...asked) => reader.dayTotals(...asked),
    monthTotals: (...asked) => reader.monthTotals(...asked),
    counterEvents: (...asked) => reader.counterEvents(...asked),
    latest: (id) => reader.latest(id),
    revision: (...asked) => reader.revision(...asked),
  };
  const served = async (of: ReadingReader) => {
    const routes = overviewRoutes({
      ...{ directory: plant, reader: of, calendars: { of: () => plant.calendar }, scheduler: new CooperativeScheduler(), clock },
      troubles: () => (deviceId) => field.troubles.get(deviceId) ?? null,
      dischargeIds: async () => field.discharge,
    });
    const asha = { caller: someCaller({ permissions: new Set(['COMMISSIONING']) }), panel: false };
    const ravi = { caller: someCaller({ permissions: new Set() }), panel: false };
    const http = await startRig(routes, { clock, sessions: sessionsOf({ asha, ravi }) });
    onTestFinished(http.stop);
    return (who: string, headers = {}) =>
      http.ask('/api/plant/overview', { headers: { authorization: `Bearer ${who}`, ...headers } });
  };
  return { rig, now, field, ask: await served(reader), askAnew: await served(uncounted) };
};

const step = fc.record({
  what: fc.constantFrom(
    'send',
    'send',
    'late',
    'fail',
    'flush',
    'enter',
    'back',
    'pass',
    'second',
    'trouble',
    'discharge',
    'nothing',
  ),
  ago: fc.integer({ min: 0, max: 300 }),
  value: fc.float({ min: 0, max: 2, noNaN: true }),
});

it('the overview of a tag is the one that is made anew, whatever happens in between', async () => {
  const { rig, now, field, ask, askAnew } = await start();
  let nowSlot = now;
  let remembered = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { what, ago, value } of steps) {
        const slot = nowSlot - ago;
        if (what === 'send') for (const tag of ['inlet.flow', 'tank.level']) rig.send(tag, value, rig.clock.now());
        if (what === 'late') for (const tag of ['inlet.flow', 'tank.level']) rig.send(tag, value, slot * SLOT_MS + 150_000);
        if (what === 'fail') rig.send('inlet.flow', null, rig.clock.now(), 'BAD_RANGE');
        if (what === 'flush') await rig.ingest.flush();
        if (what === 'enter') await rig.ingest.enter(rig.id('inlet', 'volume'), slot - 1, [value], 'by hand');
        if (what === 'back') rig.ingest.retract([{ tagId: 'inlet.flow', fromMs: slot * SLOT_MS, toMs: (slot + 1) * SLOT_MS }]);
        if (what === 'second') rig.clock.set(rig.clock.now() + 1000);
        if (what === 'trouble') field.troubles = new Map(ago % 2 === 0 ? [['inlet', { ...trouble, sinceMs: ago }]] : []);
        if (what === 'discharge') field.discharge = new Set(ago % 2 === 0 ? ['inlet'] : []);
        if (what === 'pass') {
          nowSlot += 1;
          rig.clock.set(nowSlot * SLOT_MS + 6000);
          await rig.ingest.flush();
        }
        for (const who of ['asha', 'ravi']) {
          const [answer, anew] = [await ask(who), await askAnew(who)];
          expect([answer.status, answer.text]).toEqual([200, anew.text]);
          if (answer.headers['server-timing'] === 'memory') remembered += 1;
        }
      }
    }),
    { numRuns: 40 },
  );
  expect(remembered).toBeGreaterThan(0);
});

it('a client that has it is told so until something changes, and one without the right never gets the addresses', async () => {
  const { rig, field, ask } = await start();
  const first = await ask('asha');
  const tag = { 'if-none-match': String(first.headers.etag) };
  expect((await ask('asha', tag)).status).toBe(304);
  rig.send('inlet.flow', 1.5, rig.clock.now());
  expect((await ask('asha', tag)).status).toBe(200);
  field.troubles.set('tank', trouble);
  expect((await ask('asha')).text).toContain('10.0.0.1');
  expect((await ask('ravi')).text).not.toContain('10.0.0.1');
});
