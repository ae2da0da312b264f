import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { decodeSpec } from '../contract/model/field.ts';
import { systemClock } from '../core/clock.ts';
import { uniformAt } from '../core/random.ts';
import { rawConnectionOf } from '../db/writer.ts';
import { Simulator } from '../field/simulator/simulator.ts';
import { Storage } from '../storage.ts';
import { silent } from './httpRig.ts';

export type CommandKillReport = {
  acknowledged: number;
  written: number;
  /** Writes that reached the device without an earlier row in the journal. */
  unjournalled: number;
  /** Values that reached the device more than once. */
  twice: number;
  /** Acknowledged commands whose row is missing or says something else. */
  lost: number;
  /** Rows that no start has settled. */
  unsettled: number;
};

const childScript = fileURLToPath(new URL('./commandChild.ts', import.meta.url));

type Row = { command_id: string; value: number; outcome: string | null; created_at: number };

/** Kills a process with SIGKILL while it commands a simulated device, again and again, and compares journal, wire and answers. */
export const commandKills = async (cycles: number): Promise<CommandKillReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'kill-commands-'));
  const prepared = new Storage(folder, systemClock, silent);
  rawConnectionOf(prepared.writer).exec("insert into industry (id, name, joined_at) values ('DEMO', 'Demo', 0)");
  prepared.stop();
  const simulator = new Simulator();
  const decode = decodeSpec.parse({ space: 'holding', address: 10, type: 'uint16' });
  const { device, line } = simulator.addDevice({ slaveId: 5, tags: [{ name: 'Speed', kind: 'gauge', decode, initial: 0 }] });
  await simulator.start();
  const random = (cycle: number): number => uniformAt(7, 0, cycle);
  const acknowledged: { commandId: string; value: number; outcome: string }[] = [];
  const writes = new Map<number, { count: number; atMs: number }>();
  let seen = 0;
  const note = (): void => {
    const fresh = device.writes.frames - seen;
    for (const { hex, atMs } of fresh > 0 ? device.writes.entries.slice(-fresh) : []) {
      const value = Number.parseInt(hex.slice(6), 16);
      const known = writes.get(value);
      writes.set(value, { count: (known?.count ?? 0) + 1, atMs: known?.atMs ?? atMs });
    }
    seen = device.writes.frames;
  };
  let next = 1;
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const child = spawn(process.execPath, [childScript, folder, String(line.port), String(next)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (piece) => {
      text += piece;
    });
    // so many commands, and then anywhere within the next one
    const atLeast = 5 + (cycle % 12);
    while (text.split('\n').length <= atLeast && child.exitCode === null) await delay(2);
    await delay(random(cycle) * 20);
    child.kill('SIGKILL');
    await once(child, 'close');
    note();
    const lines = text.split('\n').slice(0, -1);
    for (const one of lines) acknowledged.push(JSON.parse(one));
    next = Math.max(next, ...writes.keys(), ...acknowledged.map(({ value }) => value)) + 1;
  }
  // one last start settles what the last kill left
  const last = spawn(process.execPath, [childScript, folder, String(line.port), String(next)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(last.stdout, 'data');
  await delay(700);
  last.kill('SIGKILL');
  await once(last, 'close');
  note();
  await simulator.stop();
  const storage = new Storage(folder, systemClock, silent);
  const rows = rawConnectionOf(storage.writer)
    .prepare('select command_id, value, outcome, created_at from plc_command')
    .all() as Row[];
  storage.stop();
  rmSync(folder, { recursive: true, force: true });
  const byValue = new Map(rows.map((row) => [row.value, row]));
  const byCommand = new Map(rows.map((row) => [row.command_id, row]));
  const values = [...writes];
  const newest = Math.max(...rows.map(({ created_at }) => created_at));
  return {
    acknowledged: acknowledged.length,
    written: values.length,
    unjournalled: values.filter(([value, { atMs }]) => (byValue.get(value)?.created_at ?? Number.POSITIVE_INFINITY) > atMs)
      .length,
    twice: values.filter(([, { count }]) => count > 1).length,
    lost: acknowledged.filter(({ commandId, outcome }) => byCommand.get(commandId)?.outcome !== outcome).length,
    unsettled: rows.filter(({ outcome, created_at }) => outcome === null && created_at < newest).length,
  };
};
