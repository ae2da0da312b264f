import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type LineFault, soak as soakField } from '../../../server/field/testing/soak.ts';
import { PlantServer } from '../plantServer.ts';
import { Faults, quantile, type Scenario } from '../scenario.ts';
import { statusText, Writers } from '../writers.ts';

const MIB = 1_048_576;
const pages = [
  '/api/plant/overview',
  '/api/user/notification?days=1',
  '/api/plant/units',
  '/api/plant/health',
  '/api/plant/audit?limit=50',
];

/** Readers and writers for some minutes: memory, open files and the write-ahead log stay where they are. */
export const soak: Scenario = {
  ids: 'A13',
  name: 'readers and writers for minutes',
  isShort: false,
  lacks: () => (process.platform === 'linux' ? undefined : 'memory is read from /proc'),
  run: async (isShort) => {
    const checks = new Faults();
    const server = new PlantServer();
    try {
      await server.fill();
      await server.start();
      const token = await server.login();
      const writers = new Writers(server);
      await writers.prepare();
      const waits: number[] = [];
      let isOn = true;
      const read = async (at: number): Promise<void> => {
        for (let turn = at; isOn; turn += 1) {
          const startedMs = performance.now();
          const { status } = await server.ask(pages[turn % pages.length] ?? '', token);
          waits.push(performance.now() - startedMs);
          checks.expect(status === 200, `a page was answered ${status}`);
          await wait(20);
        }
      };
      writers.start(2);
      const readers = Array.from({ length: 8 }, (_, at) => read(at));
      const seconds = isShort ? 20 : 300;
      // what every page needs once is there by then
      await wait((seconds * 1000) / 3);
      const [before, filesBefore] = [server.memoryMiB().now, server.openFiles()];
      let walMiB = 0;
      for (let at = 0; at < 10; at += 1) {
        await wait((seconds * 1000) / 15);
        walMiB = Math.max(
          walMiB,
          (statSync(join(server.folder, 'headworks.db-wal'), { throwIfNoEntry: false })?.size ?? 0) / MIB,
        );
      }
      isOn = false;
      await Promise.all([...readers, writers.stop()]);
      await wait(3000);
      const [after, files] = [server.memoryMiB().now, server.openFiles()];
      checks.expect(after <= before * 1.1, `memory went from ${before.toFixed(0)} to ${after.toFixed(0)} MiB`);
      checks.expect(files <= filesBefore + 4, `open files went from ${filesBefore} to ${files}`);
      checks.expect(walMiB <= 64, `the write-ahead log grew to ${walMiB.toFixed(0)} MiB`);
      return {
        figures: {
          seconds,
          pages: waits.length,
          writes: statusText(writers.statuses),
          'memory MiB': `${before.toFixed(0)} to ${after.toFixed(0)}`,
          'open files': `${filesBefore} to ${files}`,
          'write-ahead log MiB': walMiB.toFixed(1),
          'answers p99 ms': Math.round(quantile(waits, 0.99)),
        },
        faults: checks.list,
      };
    } finally {
      await server.remove();
    }
  },
};

const faulty: readonly LineFault[] = ['duplicates', 'mirror', 'secondMaster', 'damage', 'lateInOrder', 'reorders', 'mixed'];

/** A hundred lines of which every fifth answer is wrong, late or lost. */
export const flappingField: Scenario = {
  ids: 'A14',
  name: '100 Modbus lines that flap',
  isShort: true,
  run: async (isShort) => {
    const lines = Array.from({ length: isShort ? 20 : 100 }, (_, at) => faulty[at % faulty.length] ?? 'damage');
    const { good, remained, wrongByFault, shownWrong, takenBack } = await soakField({
      lines,
      share: 0.2,
      seed: 1,
      seconds: isShort ? 20 : 60,
      periodMs: 1000,
    });
    const wrong = Object.keys(wrongByFault).length;
    const faults = [
      ...(wrong > 0 ? [`wrong values remained: ${JSON.stringify(wrongByFault)}`] : []),
      ...Object.entries(shownWrong)
        .filter(([, { longest }]) => longest > 2)
        .map(([fault, { longest }]) => `a wrong value of a line with ${fault} was good for ${longest.toFixed(1)} intervals`),
      ...(remained < lines.length * 20 ? [`only ${remained} values`] : []),
    ];
    return { figures: { lines: lines.length, good, remained, 'taken back': takenBack, wrong }, faults };
  },
};
