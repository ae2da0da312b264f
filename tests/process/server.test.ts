import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../startServer.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Runs what follows as a user who owns nothing. */
const asNobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
/** Another user reaches the program and the folders of the tests. */
const hasOtherUser =
  process.getuid?.() === 0 &&
  [resolve('package.json'), tmpdir()].every(
    (path) => spawnSync('setpriv', [...asNobody.slice(1), 'test', '-r', path]).status === 0,
  );

const start = async (args: string[], through: string[] = []) => {
  const server = await startServer(['--host', '127.0.0.1', ...args], { HEADWORKS_DEMO_DAYS: '1' }, through);
  onTestFinished(async () => void (await server.stop()));
  return server;
};

/** What a start that fails prints: one line, then the exit code. */
const refusal = async (args: string[], through: string[] = []): Promise<string> => {
  const failure = await start(args, through).then(
    () => 'it started',
    (error: unknown) => String(error),
  );
  return failure
    .replace(/^Error: /, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'))
    .join('\n');
};

describe('the server process', () => {
  it('serves the demo to a client that logs in, stops within 5 s, and takes it up again', async () => {
    const data = newFolder();
    const first = await start(['--demo', '--data', data]);
    const headers = { LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' };
    const login = await fetch(`${first.url}/api/user/user/login`, { headers });
    expect(login.status).toBe(200);
    const { access_token: token, units } = (await login.json()) as { access_token: string; units: unknown[] };
    expect(units.length).toBeGreaterThanOrEqual(35);
    // after 5 s it would end itself with 1
    expect(await first.stop()).toBe(0);

    const again = await start(['--demo', '--data', data]);
    const kept = await fetch(`${again.url}/api/plant/overview`, { headers: { Authorization: `Bearer ${token}` } });
    expect(kept.status).toBe(200);
    expect(again.output()).not.toContain(token);
  });

  it('keeps its data folder to itself', async () => {
    const data = newFolder();
    await start(['--demo', '--data', data]);
    expect(await refusal(['--demo', '--data', data])).toMatch(
      /^the server ended with 75: headworks: data folder .* is in use by another Headworks server$/,
    );
  });

  it('says in one line why it cannot start, and leaves nothing half started', async () => {
    const newer = newFolder();
    const database = new Database(join(newer, 'headworks.db'));
    database.exec('create table migration (number integer primary key, name text not null, applied_at integer not null) strict');
    database.exec("insert into migration values (9999, 'tomorrow', 0)");
    database.close();
    expect(await refusal(['--data', newer])).toMatch(
      /^the server ended with 78: headworks: database .*headworks\.db holds step 9999 of a newer version of Headworks: install that version again/,
    );

    const blocked = newFolder();
    mkdirSync(join(blocked, 'headworks.db'));
    expect(await refusal(['--data', blocked])).toMatch(/headworks: database .*headworks\.db is a folder$/);

    const settings = newFolder();
    writeFileSync(join(settings, 'headworks.json'), '{"port": "eighty"}');
    expect(await refusal(['--data', settings])).toMatch(/headworks: .*headworks\.json: port: must be a number$/);
  });

  it.runIf(hasOtherUser)(
    'says whose folder it is where it may not write there, and that it is for a person to mend',
    async () => {
      const data = newFolder();
      chmodSync(data, 0o755);
      expect(await refusal(['--data', data], asNobody)).toMatch(
        /^the server ended with 78: headworks: data folder .* cannot be written by this user: give it to the user that runs the server: sudo chown -R /,
      );
    },
  );

  it('names a port that is taken', async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await refusal(['--data', newFolder(), '--port', String(port)])).toMatch(
      new RegExp(
        `75: headworks: cannot listen on 127\\.0\\.0\\.1:${port}: it is in use by \\w+, process ${process.pid}\\. End that program`,
      ),
    );
  });
});
