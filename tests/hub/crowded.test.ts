/** Many requests at once: one plant, or whoever knows its site, holds up no other and takes no room without end. */
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { publicBytes } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { asOwner, chainOf, identityOf, pairedPlant, plantOf, rig, series, serveHub, shown, url } from './wiredHub.ts';

const months = { level: 'month', industry: 'DEMO', months: [] };
const compare = (plant: WirePlant) => plant.ask('POST', '/compare', months);

/** Holds the turns of plants, as long commits do. @returns what gives them back. */
const holdTurn = async (...plants: WirePlant[]): Promise<() => Promise<void>> => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { promise: held, resolve: begun } = Promise.withResolvers<void>();
  const ended = rig.asAdmin(async (client) => {
    const sites = plants.map(({ identity: { site } }) => site);
    await client.query('select pg_advisory_lock(1, plant_id) from plant where site = any($1::uuid[])', [sites]);
    begun();
    await over;
  });
  await held;
  return () => {
    end();
    return ended.then(() => undefined);
  };
};

/** A request of which all has come but the body that it announces, and one byte of that. */
const begun = (path: string, headers: Record<string, string>, bytes: number): Promise<{ answered: () => string }> =>
  new Promise((resolve, reject) => {
    const { host, hostname, port } = new URL(url);
    let text = '';
    const lines = Object.entries({ Host: host, 'Content-Length': bytes, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const socket: Socket = connect(Number(port), hostname, () =>
      socket.write(`POST /api/hub/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n{`, () => resolve({ answered: () => text })),
    );
    onTestFinished(() => void socket.destroy());
    socket.on('data', (piece) => {
      text += piece.toString();
    });
    // cut by the server once it has answered, while a byte was on its way
    socket.on('error', (error) => reject(error));
  });

const waitingTurns = () =>
  rig.asAdmin(async (client) => {
    const { rows } = await client.query<{ waiting: number }>(
      "select count(*)::int waiting from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'",
    );
    return rows[0]?.waiting;
  });

describe.skipIf(missingPostgres)(`a hub that many ask at once${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();

  it('answers other plants at once while requests of one wait for its turn', async () => {
    const [busy, other] = [await pairedPlant(), await pairedPlant()];
    const free = await holdTurn(busy);
    const waiting = Array.from({ length: 24 }, () => compare(busy));
    await vi.waitFor(async () => expect(await waitingTurns()).toBeGreaterThanOrEqual(1), 60_000);
    // an answer that waited for the turn would not come at all
    expect(await compare(other)).toMatchObject({ status: 200 });
    expect(await asOwner('GET', '/plants')).toMatchObject({ status: 200 });
    expect(await waitingTurns()).toBe(1);
    await free();
    // one that was overtaken on the way counts as a replay
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(statuses).toContain(200);
  });

  it('lets no more than some requests of one plant wait: others are told to come again, and nothing of them is kept', async () => {
    const plant = await pairedPlant();
    const free = await holdTurn(plant);
    const told: unknown[] = [];
    const asked = Array.from({ length: 60 }, () => compare(plant).then(({ body: { code } }) => void told.push(code)));
    await vi.waitFor(() => expect(told).toContain('busy'), 60_000);
    await free();
    await Promise.all(asked);
    expect(new Set(told.filter((code) => code !== 'busy' && code !== 'replay'))).toEqual(new Set([undefined]));
    expect(await compare(plant)).toMatchObject({ status: 200 });
  });

  it('takes nothing of a PC whose plant was restored elsewhere while its request waited', async () => {
    const plant = await pairedPlant();
    const free = await holdTurn(plant);
    const before = compare(plant);
    await vi.waitFor(async () => expect(await waitingTurns()).toBe(1), 60_000);
    const seqOf = () =>
      rig.asAdmin(
        async (client) => (await client.query('select last_seq from plant where site = $1', [plant.identity.site])).rows[0],
      );
    const seen = await seqOf();
    const late = plant.ask('POST', '/documents', { epoch: 1, documents: [series] });
    await vi.waitFor(async () => expect(await seqOf()).not.toEqual(seen), 60_000);
    await rig.asAdmin((client) => client.query('update plant set epoch = 2 where site = $1', [plant.identity.site]));
    await free();
    expect(await before).toMatchObject({ status: 200 });
    expect(await late).toMatchObject({ status: 409, body: { code: 'epochOld' } });
  });

  it('lets one site alone have a key that several ask for at the same moment', async () => {
    const { signing } = identityOf();
    const plants = await Promise.all(Array.from({ length: 8 }, () => plantOf({ ...identityOf(), signing })));
    const answers = await Promise.all(plants.map((plant) => plant.pair()));
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, ...Array(7).fill('conflict')]);
  });

  it('takes no statement and no entry of it either, and does not stop the plant of now for them', async () => {
    const plant = await pairedPlant();
    const free = await holdTurn(plant);
    const before = compare(plant);
    await vi.waitFor(async () => expect(await waitingTurns()).toBe(1), 60_000);
    const seqOf = () =>
      rig.asAdmin(
        async (client) => (await client.query('select last_seq from plant where site = $1', [plant.identity.site])).rows[0],
      );
    const sent = async <T>(ask: () => Promise<T>): Promise<{ answer: Promise<T> }> => {
      const seen = await seqOf();
      const answer = ask();
      await vi.waitFor(async () => expect(await seqOf()).not.toEqual(seen), 60_000);
      return { answer };
    };
    const stated = await sent(() => plant.hello({ seq: 7, industries: [] }));
    const entered = await sent(() => plant.ask('POST', '/entries/alarms', { epoch: 1, entries: chainOf(1, 'of before') }));
    await rig.asAdmin((client) => client.query('update plant set epoch = 2 where site = $1', [plant.identity.site]));
    await free();
    expect(await before).toMatchObject({ status: 200 });
    for (const { answer } of [stated, entered]) expect(await answer).toMatchObject({ status: 409, body: { code: 'epochOld' } });
    expect(await shown(plant)).toMatchObject({ state: 'paired', epoch: 2, statement: null });
  });

  it('lets as many PCs take the places of lost ones at the same moment as it has connections to PostgreSQL', async () => {
    const lost = await Promise.all(Array.from({ length: 16 }, pairedPlant));
    const words = await Promise.all(
      lost.map(async ({ identity: { site } }) => {
        const { body } = await asOwner('POST', `/plants/${site}/replacement`);
        const pc = new WirePlant({ ...identityOf(), site }, body.code);
        expect(await pc.replace()).toMatchObject({ status: 200, body: { state: 'waiting' } });
        return wordsOf(publicBytes(pc.identity.signing));
      }),
    );
    const free = await holdTurn(...lost);
    const confirmed = lost.map(({ identity: { site } }, at) =>
      asOwner('POST', `/plants/${site}/confirm`, { words: words[at] ?? '' }),
    );
    await vi.waitFor(async () => expect(await waitingTurns()).toBe(lost.length), 60_000);
    await free();
    expect(new Set((await Promise.all(confirmed)).map(({ status }) => status))).toEqual(new Set([200]));
    for (const plant of lost) expect(await shown(plant)).toMatchObject({ state: 'paired', epoch: 2 });
  });

  it('serves a plant while others send in its name, and strangers ask to be paired, without an end', async () => {
    const plant = await pairedPlant();
    const lines = await Promise.all(
      Array.from({ length: 80 }, (_, number) => {
        const path = number % 2 === 0 ? '/documents' : '/pair';
        return begun(path, { 'Headworks-Site': plant.identity.site, 'Headworks-Seq': '1000' }, 60_000);
      }),
    );
    // of those in its name all but the most that wait are answered at once
    await vi.waitFor(() => expect(lines.filter(({ answered }) => answered().includes('"code":"busy"'))).toHaveLength(8), 60_000);
    expect(lines.filter(({ answered }) => answered() === '')).toHaveLength(72);
    expect(await compare(plant)).toMatchObject({ status: 200 });
  });

  it('reads no body of a request whose number was there already', async () => {
    const plant = await pairedPlant();
    const head = plant.copied('POST', '/documents', Buffer.from(JSON.stringify({ epoch: 1, documents: [series] })));
    expect((await compare(plant)).status).toBe(200);
    const { answered } = await begun('/documents', head, 8_000_000);
    await vi.waitFor(() => expect(/"code":"(\w+)"/.exec(answered())?.[1]).toBe('replay'), 60_000);
  });
});
