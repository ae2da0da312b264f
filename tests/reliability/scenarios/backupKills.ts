import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BackupRun } from '../../../server/contract/plant/backup.ts';
import { PlantServer } from '../plantServer.ts';
import { Faults, type Scenario } from '../scenario.ts';

type Runs = { running: boolean; runs: BackupRun[] };
const stateOf = async (server: PlantServer, token: string): Promise<Runs> =>
  (await server.ask('/api/plant/backup', token)).body as Runs;
const begin = async (server: PlantServer, token: string, path: string): Promise<BackupRun> =>
  (await server.ask(`/api/plant/backup/${path}`, token, { method: 'POST' })).body as BackupRun;
/** How a run ended, once the next one may begin: after it the folder is looked at. */
const ended = async (server: PlantServer, token: string, { id }: BackupRun): Promise<string> => {
  for (;;) {
    const { running, runs } = await stateOf(server, token);
    const outcome = runs.find((run) => run.id === id)?.outcome ?? 'gone';
    if (!running && outcome !== 'running') return outcome;
    await wait(50);
  }
};
const unitsOf = async (server: PlantServer, token: string): Promise<string> => (await server.ask('/api/plant/units', token)).text;

/** Every backup that is listed must be whole, and the next one must come about. */
const checkBackups = async (server: PlantServer, token: string, round: string, faults: Faults): Promise<void> => {
  const { status, body, text } = await server.ask('/api/plant/backup/snapshots', token);
  if (status !== 200) throw new Error(`${round}: the backups cannot be listed: ${text}`);
  const { snapshots } = body as { snapshots: { name: string }[] };
  for (const { name } of snapshots.slice(0, 2)) {
    const outcome = await ended(server, token, await begin(server, token, `snapshots/${name}/verify`));
    faults.expect(outcome === 'verified', `${round}: the backup ${name} that is listed is ${outcome}`);
  }
  const outcome = await ended(server, token, await begin(server, token, 'runs'));
  faults.expect(outcome === 'verified', `${round}: the next backup is ${outcome}`);
};

/** The server is killed, and its job process with it, while it makes a backup or a drill. */
export const backupKills: Scenario = {
  ids: 'A6',
  name: 'kill -9 while a backup is made, verified and drilled',
  isShort: true,
  run: async (isShort) => {
    const rounds = isShort ? 2 : 60;
    const faults = new Faults();
    const server = new PlantServer();
    const stick = mkdtempSync(join(tmpdir(), 'headworks-stick-'));
    let underWay = 0;
    try {
      await server.fill();
      await server.start();
      let token = await server.login();
      const policy = (await server.ask('/api/plant/backup/policy', token)).body as object;
      await server.ask('/api/plant/backup/policy', token, { method: 'PUT', body: { ...policy, folder: stick } });
      await ended(server, token, await begin(server, token, 'runs'));
      for (let round = 0; round < rounds; round += 1) {
        const run = await begin(server, token, round % 3 === 2 ? 'drills' : 'runs');
        await wait((round * 83) % 500);
        if ((await stateOf(server, token)).runs.find(({ id }) => id === run.id)?.outcome === 'running') underWay += 1;
        await server.kill();
        await server.start();
        token = await server.login();
        await checkBackups(server, token, `round ${round}`, faults);
      }
      faults.expect(underWay > 0, 'no kill met a run under way');
      return { figures: { kills: rounds, 'met a run under way': underWay }, faults: faults.list };
    } finally {
      await server.remove();
      rmSync(stick, { recursive: true, force: true });
    }
  },
};

/** Starts the server and kills it after a time, whether it has said that it is ready or not. */
const startAndKill = async (folder: string, afterMs: number): Promise<void> => {
  const child = spawn(process.execPath, [resolve('server/main.ts'), '--port', '0', '--data', folder, '--host', '127.0.0.1'], {
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  await wait(afterMs);
  child.kill('SIGKILL');
  await gone;
};

/** A start that makes a damaged database anew is killed; what was set aside stays, and the next start comes to the same. */
export const salvageKills: Scenario = {
  ids: 'A6',
  name: 'kill -9 while a damaged database is made anew',
  isShort: true,
  run: async (isShort) => {
    const rounds = isShort ? 1 : 30;
    const faults = new Faults();
    for (let round = 0; round < rounds; round += 1) {
      const server = new PlantServer();
      try {
        await server.fill();
        await server.start();
        let token = await server.login();
        const units = await unitsOf(server, token);
        if (round % 2 === 0) await ended(server, token, await begin(server, token, 'runs'));
        await server.kill();
        rmSync(join(server.folder, 'headworks.db-wal'), { force: true });
        writeFileSync(join(server.folder, 'headworks.db'), Buffer.alloc(round % 2 === 0 ? 500_000 : 100, 7), { flag: 'r+' });
        const usualMs = server.startMs;
        for (const part of [0.3, 0.5, 0.7, 0.85, 1]) await startAndKill(server.folder, part * usualMs + ((round * 53) % 150));
        await server.start();
        token = await server.login();
        const aside = readdirSync(server.folder).filter((name) => name.startsWith('damaged-'));
        faults.expect(aside.length > 0, `round ${round}: the damaged database was not kept`);
        faults.expect((await unitsOf(server, token)) === units, `round ${round}: the plant is not as it was`);
      } finally {
        await server.remove();
      }
    }
    return { figures: { 'damaged databases': rounds, 'kills of each': 5 }, faults: faults.list };
  },
};
