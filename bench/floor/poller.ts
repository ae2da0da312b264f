/**
 * The thinnest poller in our stack: modbus-serial asks each device for 50 registers once a second, and every value read is stored, all of a
 * second in one transaction. Its arguments: the path of its database, at how many moments of the second the devices are asked, their unit, their ports.
 * A process that wakes once a second does the same work with a third of the processor time of one that wakes for each device.
 */
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import modbus from 'modbus-serial';

const REGISTERS = 50;
const PERIOD_MS = 1000;

const [, , path = '', moments = '1', unit = '1', ...ports] = process.argv;
const sqlite = new Database(path);
sqlite.pragma('journal_mode = wal');
sqlite.pragma('synchronous = normal');
sqlite.exec('create table sample (series integer, at integer, value real, primary key (series, at)) strict, without rowid');
const put = sqlite.prepare('insert or replace into sample values (?, ?, ?)');
let waiting: [series: number, at: number, value: number][] = [];
const store = sqlite.transaction((samples: typeof waiting) => {
  for (const sample of samples) put.run(...sample);
});

const poll = async (port: number, device: number): Promise<void> => {
  const client = new modbus.default();
  await client.connectTCP('127.0.0.1', { port });
  client.setID(Number(unit));
  client.setTimeout(PERIOD_MS);
  const phaseMs = ((device % Number(moments)) / Number(moments)) * PERIOD_MS;
  let dueMs = Math.ceil(performance.now() / PERIOD_MS) * PERIOD_MS + phaseMs;
  await delay(dueMs - performance.now());
  const ask = async (): Promise<void> => {
    try {
      const { buffer } = await client.readHoldingRegisters(0, REGISTERS);
      const at = Date.now();
      for (let value = 0; value < REGISTERS / 2; value += 1)
        waiting.push([device * REGISTERS + value, at, buffer.readFloatBE(4 * value)]);
    } catch {
      // a device that does not answer is asked again when it is due
    }
    dueMs += PERIOD_MS;
    setTimeout(() => void ask(), Math.max(0, dueMs - performance.now()));
  };
  await ask();
};
await Promise.all(ports.map((port, device) => poll(Number(port), device)));
setInterval(() => {
  const samples = waiting;
  waiting = [];
  store(samples);
}, PERIOD_MS);
