import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askAt } from '../../../server/test/policyRig.ts';
import { PlantServer, until } from '../plantServer.ts';
import { Faults, type Scenario } from '../scenario.ts';

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Secrets go in by every way there is, and must be found nowhere: not in logs, database, audit log, answers, backups or diagnostics. */
export const redaction: Scenario = {
  ids: 'A18',
  name: 'planted secrets are found nowhere',
  isShort: true,
  run: async () => {
    const checks = new Faults();
    const server = new PlantServer();
    const secret = {
      password: 'CANARY-pass-7f3a91c2',
      jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJjYW5hcnkiOiI3ZjNhIn0.CANARYsig7f3a91c2',
      push: 'CANARYpush7f3a91c2aaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      code: '739154',
      setting: 'CANARYsms7f3a91c2',
    };
    try {
      await server.fill();
      const path = join(server.folder, 'headworks.json');
      const settings = JSON.parse(readFileSync(path, 'utf8'));
      const email = { host: 'mail.invalid', port: 465, from: 'a@b.example', user: 'plant', password: secret.setting };
      writeFileSync(path, JSON.stringify({ ...settings, logLevel: 'debug', email }));
      try {
        await server.start();
      } catch {
        writeFileSync(path, JSON.stringify({ ...settings, logLevel: 'debug' }));
        await server.start();
      }
      const answers: string[] = [];
      const ask = async (at: string, sent: Parameters<typeof askAt>[2] = {}): Promise<void> => {
        answers.push((await askAt(server.url, at, sent)).text);
      };
      const token = await server.login('admin');
      const headers = { authorization: `Bearer ${token}` };
      await ask('/api/user/user/login', { headers: { LoginType: 'DEFAULT', username: 'viewer', password: secret.password } });
      await ask('/api/user/user/validateCredentials', {
        method: 'POST',
        headers,
        body: { username: 'viewer', password: secret.password },
      });
      await ask('/api/plant/overview', { headers: { authorization: `Bearer ${secret.jwt}` } });
      await ask(`/api/plant/overview?jwt=${secret.jwt}`);
      await ask(`/api/plant/${secret.jwt}/x`, { headers });
      await ask('/api/user/user/refresh', { headers: { authorization: `Bearer ${secret.jwt}` } });
      await ask('/api/user/user/otplogin', { method: 'POST', body: { phoneNo: '9000000100', otp: secret.code } });
      await ask('/api/plant/me/password', {
        method: 'PUT',
        headers,
        body: { current: secret.password, next: `${secret.password}2` },
      });
      await ask('/api/user/notification/fcm', { method: 'POST', headers, body: { deviceId: 'd', fcmToken: secret.push } });
      await ask('/api/plant/audit/export?format=csv', { headers });
      const own = token.split('.')[2] ?? token;
      await ask('/api/plant/backup/runs', { method: 'POST', headers });
      await until(async () => {
        const { body } = await askAt(server.url, '/api/plant/backup', { headers });
        return (body as { running: boolean }).running === false;
      }, 60_000);
      const diagnostics = await fetch(`${server.url}/api/plant/storage/diagnostics`, { headers });
      checks.expect(diagnostics.status === 200, `the diagnostics were answered ${diagnostics.status}`);
      const bundle = Buffer.from(await diagnostics.arrayBuffer()).toString('latin1');
      await server.end();
      const places: [string, string][] = [
        ['the log', server.output()],
        ['an answer', answers.join('\n')],
        ['the diagnostics', bundle],
      ];
      for (const file of filesBelow(server.folder)) places.push([file.slice(server.folder.length), readFileSync(file, 'latin1')]);
      for (const [name, text] of places)
        for (const [kind, value] of Object.entries({ ...secret, own })) {
          // what is written into the settings by a person stands there, and a push token is an address
          const isKept =
            (kind === 'setting' && name === '/headworks.json') || (kind === 'push' && name.startsWith('/headworks.db'));
          if (!isKept && kind !== 'code') checks.expect(!text.includes(value), `${kind} stands in ${name}`);
        }
      return {
        figures: { secrets: Object.keys(secret).length + 1, places: places.length, hits: checks.list.length },
        faults: checks.list,
      };
    } finally {
      await server.remove();
    }
  },
};
