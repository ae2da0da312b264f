import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FaultSwitch, faultLibrary } from '../faultLibrary.ts';
import { PlantServer, until } from '../plantServer.ts';
import { Faults, type Scenario } from '../scenario.ts';
import { statusText, Writers } from '../writers.ts';

/** A server whose writes can be made to fail. */
const withFaults = async (work: (server: PlantServer, faults: FaultSwitch) => Promise<void>): Promise<void> => {
  const aside = mkdtempSync(join(tmpdir(), 'headworks-switch-'));
  const server = new PlantServer();
  const faults = new FaultSwitch(join(aside, 'switch'));
  try {
    await server.fill();
    server.env = { LD_PRELOAD: faultLibrary(), HW_FAULT_DIR: server.folder, HW_FAULT_SWITCH: faults.path };
    await server.start();
    await work(server, faults);
  } finally {
    await server.remove();
    rmSync(aside, { recursive: true, force: true });
  }
};

/** 507 or 503, an answer of success, or a refusal that has nothing to do with the disk; never an internal error. */
const isFair = (status: number): boolean => status < 500 || status === 503 || status === 507;

/** Some of the writes and fsyncs fail; nothing that was acknowledged may be missing. */
export const failingWrites: Scenario = {
  ids: 'A3',
  name: 'writes and fsyncs that fail now and then',
  isShort: true,
  lacks: FaultSwitch.lacks,
  run: async (isShort) => {
    const checks = new Faults();
    const figures: Record<string, number | string> = {};
    await withFaults(async (server, faults) => {
      const writers = new Writers(server);
      await writers.prepare();
      const wanted = isShort ? 300 : 3000;
      writers.start();
      const sent = (): number => [...writers.statuses.values()].reduce((sum, count) => sum + count, 0);
      faults.set('eio', 20);
      const isRefused = (): boolean => writers.statuses.has(503) || writers.statuses.has(507);
      await until(() => (sent() >= wanted && isRefused()) || !server.isAlive, isShort ? 180_000 : 900_000);
      faults.set('none');
      await writers.stop();
      checks.expect(server.isAlive, `the server ended: ${server.output().slice(-500)}`);
      const unfair = [...writers.statuses.keys()].filter((status) => !isFair(status));
      checks.expect(unfair.length === 0, `answers ${unfair.join(', ')}`);
      checks.expect(
        (writers.statuses.get(503) ?? 0) + (writers.statuses.get(507) ?? 0) > 0,
        'no write ever failed: the test is blind',
      );
      await until(async () => (await writers.once()).every((status) => status < 300), 10_000);
      checks.expect((await server.end()) === 0, 'the server did not stop cleanly');
      const { lost, integrity } = writers.lost();
      checks.expect(lost === 0, `${lost} acknowledged writes are not there`);
      checks.expect(integrity === 'ok', integrity);
      Object.assign(figures, {
        requests: sent(),
        acknowledged: writers.acknowledged.size,
        lost,
        answers: statusText(writers.statuses),
      });
    });
    return { figures, faults: checks.list };
  },
};

/** Every write fails for a while: no crash, no loss, said in health, and good again by itself. */
export const dyingDisk: Scenario = {
  ids: 'A5',
  name: 'a disk that answers EIO for a while',
  isShort: true,
  lacks: FaultSwitch.lacks,
  run: async (isShort) => {
    const checks = new Faults();
    const figures: Record<string, number | string> = {};
    await withFaults(async (server, faults) => {
      const writers = new Writers(server);
      await writers.prepare();
      const token = await server.login('viewer');
      writers.start(4);
      await writers.acknowledgeMore(4);
      // what the same writes take on this machine, beside the others, while nothing fails
      const usualStartedMs = performance.now();
      await writers.once();
      const usualMs = performance.now() - usualStartedMs;
      faults.set('eio');
      await wait(isShort ? 6000 : 10_000);
      const read = (await server.ask('/api/plant/overview', token)).status;
      const isSaid = async (): Promise<boolean> => {
        const { body } = await server.ask('/api/plant/health', token);
        return (body as { storage?: { findings: string[] } }).storage?.findings.includes('notWritable') === true;
      };
      const saidMs = await until(isSaid, 30_000);
      faults.set('none');
      const againMs = await until(async () => (await writers.once()).every((status) => status < 300), 60_000);
      await writers.stop();
      checks.expect(server.isAlive, `the server ended: ${server.output().slice(-500)}`);
      checks.expect(read === 200, `reading answered ${read} meanwhile`);
      checks.expect(!Number.isNaN(saidMs), 'health said nothing of it');
      checks.expect(againMs - usualMs <= 5000, `writing again took ${againMs} ms (${usualMs.toFixed(0)} ms as always)`);
      const unfair = [...writers.statuses.keys()].filter((status) => !isFair(status));
      checks.expect(unfair.length === 0, `answers ${unfair.join(', ')}`);
      await server.end();
      const { lost, integrity } = writers.lost();
      checks.expect(lost === 0, `${lost} acknowledged writes are not there`);
      checks.expect(integrity === 'ok', integrity);
      Object.assign(figures, {
        acknowledged: writers.acknowledged.size,
        lost,
        'good again after ms': Math.round(againMs),
        answers: statusText(writers.statuses),
      });
    });
    return { figures, faults: checks.list };
  },
};
