/** The thinnest server of a unit's day: Express over one table of rows, clustered by series and slot. Prints the port it listens on. */
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import express from 'express';

const SERIES = 20;
const DAYS = 30;
const SLOTS = 288;
const SLOT_MS = 300_000;

const sqlite = new Database('');
sqlite.exec(
  'create table reading (series integer, slot integer, value real, quality text, primary key (series, slot)) strict, without rowid',
);
const put = sqlite.prepare('insert into reading values (?, ?, ?, ?)');
sqlite.transaction(() => {
  for (let series = 0; series < SERIES; series += 1)
    for (let slot = 0; slot < DAYS * SLOTS; slot += 1)
      put.run(series, slot, Math.round(1000 * (20 + 5 * Math.sin((slot + series) / 46))) / 1000, 'G');
})();
const day = sqlite.prepare('select slot, value, quality from reading where series = ? and slot between ? and ?');
const app = express();
app.get('/day', ({ query }, response) => {
  const from = Number(query.day) * SLOTS;
  const rows = day.all(Number(query.series), from, from + SLOTS - 1) as { slot: number; value: number; quality: string }[];
  response.json({
    data: rows.map(({ slot, value, quality }) => ({ t: new Date(slot * SLOT_MS).toISOString(), v: value, q: quality })),
  });
});
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
