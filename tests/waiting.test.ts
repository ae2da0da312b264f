/** Tests wait where time is not theirs to give, are not proved by the clock, and give a busy machine the time it takes. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { root, textOf } from './product.ts';

/** Sockets, other processes, threads and the event loop itself take the time that they take; what is asked there is asked again until it is so. */
const inRealTime: readonly (readonly [why: string, ...files: string[]])[] = [
  [
    'lines that are silent, late or half open, by the time-outs of real sockets',
    'server/field/doctor/connectionMistakes.test.ts',
    'server/field/doctor/mistakes.test.ts',
    'server/field/gateway.test.ts',
    'server/field/halfOpen.test.ts',
    'server/field/idleTicks.test.ts',
    'server/field/lateGateway.test.ts',
    'server/field/polling/trust/lineCompany.test.ts',
    'server/field/ports/strictTcpPort.test.ts',
    'server/field/renamedAnswers.test.ts',
    'server/field/returnTimes.test.ts',
  ],
  [
    'commands on a polled device behind a real socket',
    'server/features/plc/hostile.test.ts',
    'server/features/plc/plc.test.ts',
    'server/features/plc/sequence.test.ts',
    'server/features/plc/valveCommands.test.ts',
  ],
  ['whole plants behind sockets', 'server/test/meterChange.test.ts', 'server/test/wireReplay.test.ts'],
  ['a worker thread', 'server/jobs/bulkWork.test.ts'],
  ['connections that are kept open', 'server/http/server.test.ts'],
  ['files that a thread reads', 'server/features/readings/csvExport.test.ts'],
  ['copies that run beside writes', 'server/features/backup/backup.test.ts'],
  ['how long the event loop is held up', 'server/features/commissioning/eventLoopDelay.test.ts'],
  ['a database that another process writes, or looks through', 'server/storage.test.ts'],
  ['a plant that may still store what was done before', 'server/test/movedDatabase.test.ts'],
  [
    'processes that are started and killed',
    ...['tests/process/dev.test.ts', 'tests/process/pairKills.test.ts', 'tests/process/restore.test.ts'],
    'tests/process/upgradeKills.test.ts',
  ],
  ['foreign programs', 'tests/peers/modem.test.ts'],
  ['a hub that is killed', 'tests/hub/kills.test.ts', 'tests/hub/plantKills.test.ts'],
  ['a plant measured with and without a hub', 'tests/hub/besides.test.ts'],
  ['messages of a running server', 'tests/conformance/liveMessages.test.ts'],
  ['programs that an update starts', 'app/updates/programSteps.test.ts'],
];

const tests = ['server', 'renderer', 'app', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`),
);

it('tests wait in real time only where time is not ours to give', () => {
  expect(tests.length).toBeGreaterThan(300);
  const waits = /\bsetTimeout\((done|resolve|go|ok|r|next|later), |import \{ setTimeout as |\bpassed\(/;
  const waiting = tests.filter((file) => waits.test(textOf(file)));
  expect(waiting.toSorted()).toEqual(inRealTime.flatMap(([, ...files]) => files).toSorted());
});

it('no test is proved by the time that it took by the clock', () => {
  // seconds that the desktop promises to the person at it, in the suite that has the machine to itself
  const allowed = ['tests/desktop/figures.spec.ts', 'tests/desktop/life.spec.ts', 'tests/desktop/panel.spec.ts'];
  const asserts =
    /\b(performance|Date)\.now\(\) - \w+\)\.toBeLess|\b(took|elapsed|waited)(Ms)?\)\.toBeLess|\b(ended|done|stopped|said|back|ready)Ms - \w+\)\.toBeLess|Math\.max\(\.\.\.\w*[tT]ook\w*\)\)\.toBeLess/;
  const specs = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `tests/${name}`);
  expect(specs.length).toBeGreaterThan(50);
  expect([...tests, ...specs].filter((file) => asserts.test(textOf(file)))).toEqual(allowed);
});

it('a test that waits for something waits as long as a busy machine may take', () => {
  const LEAST_MS = 60_000;
  const found: string[] = [];
  let waits = 0;
  const numberOf = (node: unknown): number | undefined => {
    const literal = node as
      | { type?: string; value?: unknown; properties?: { key: { name?: string }; value: unknown }[] }
      | undefined;
    if (literal?.type === 'ObjectExpression')
      return numberOf(literal.properties?.find(({ key }) => key.name === 'timeout')?.value);
    return literal?.type === 'Literal' && typeof literal.value === 'number' ? literal.value : undefined;
  };
  const visit = (file: string, text: string, node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(file, text, one);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    if (node.type === 'CallExpression' && 'callee' in node && 'arguments' in node && 'start' in node) {
      const { start, end } = node.callee as { start: number; end: number };
      const name = text.slice(start, end).replaceAll(/\s/g, '');
      const [, limit] = node.arguments as unknown[];
      // the default of `expect.poll` is in vite.config.ts, that of `vi.waitFor` is one second
      const isUnset = limit === undefined && name !== 'expect.poll';
      if (/^(vi\.waitFor|vi\.waitUntil|expect\.poll)$/.test(name)) {
        waits += 1;
        if (isUnset || (numberOf(limit) ?? LEAST_MS) < LEAST_MS)
          found.push(`${file}:${text.slice(0, Number(node.start)).split('\n').length}`);
      }
    }
    for (const child of Object.values(node)) visit(file, text, child);
  };
  for (const file of tests) {
    const text = textOf(file);
    if (/\b(waitFor|waitUntil|poll)\(/.test(text)) visit(file, text, parseSync(file, text).program);
  }
  expect(waits).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
