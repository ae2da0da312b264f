import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ShellLog } from '../shellLog.ts';
import { filesForDiagnostics, saveForSupport, withoutSecrets } from './files.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ';
/** Planted where logs could hold them, each in the form in which a program writes it. */
const canaries: Record<string, string> = {
  token: `{"level":"warn","header":"Bearer ${token}","msg":"refused"}`,
  'canary-password': '{"msg":"login","password":"canary-password"}',
  'canary secret, "quoted"': '{"msg":"sms","secret":"canary secret, \\"quoted\\""}',
  'canary-in-url': 'GET https://admin:canary-in-url@gateway.example/send',
  'canary-key': 'api_key=canary-key&to=1',
  'canary-auth': 'GET https://gateway.example/send?authkey=canary-auth&to=1',
  'canary-in-path': 'POST https://gateway.example/v5/canary-in-path/send failed',
  'canary-bot': 'https://api.telegram.org/bot77:canary-bot/sendMessage',
  'canary-metrics': '{"metricsToken":"canary-metrics"}',
  'K7QM-44XC-9PZT': 'no owner yet: open the panel with setup code K7QM-44XC-9PZT',
  '4242': 'otp: 4242',
  MIIEcanary: '-----BEGIN PRIVATE KEY-----\nMIIEcanary\n-----END PRIVATE KEY-----',
  'wanda@plant.example': 'e-mail to wanda@plant.example failed',
  '+919876501234': 'SMS to +919876501234 failed',
  '9876501234': 'SMS to 9876501234 failed',
};
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) =>
    one.isFile() ? [join(one.parentPath, one.name)] : [],
  );

const desktop = () => {
  const folder = mkdtempSync(join(tmpdir(), 'support-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const paths = { logs: join(folder, 'logs'), settings: join(folder, 'shell.json'), updates: join(folder, 'updates') };
  const [shell, server] = [new ShellLog(paths.logs, 'shell', 500), new ShellLog(paths.logs, 'server')];
  for (const line of Object.values(canaries)) {
    shell.say('a fault of the shell', { stack: `Error: ${line}` });
    server.write(`${line}\n`);
  }
  writeFileSync(paths.settings, `{"isReachable":true,"endedWallTokens":["hww_${'canary-wall'.padEnd(43, 'x')}"]}`);
  mkdirSync(join(folder, 'dumps', 'completed'), { recursive: true });
  writeFileSync(join(folder, 'dumps', 'completed', 'one.dmp'), `memory with ${token}`);
  return { paths, crashDumps: join(folder, 'dumps'), out: join(folder, 'out'), facts: { version: '1.4.0' } };
};

it('holds the logs, also the older ones, settings and facts, and no secret that was planted in them', () => {
  const { out, ...parts } = desktop();
  saveForSupport(out, { ...parts, withDumps: false });
  const files = filesIn(out);
  const all = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  expect(files.filter((file) => file.includes('shell.')).length).toBeGreaterThan(2);
  expect(all).toContain('a fault of the shell');
  expect(all).toContain('"isReachable":true');
  expect(JSON.parse(readFileSync(join(out, 'facts.json'), 'utf8'))).toMatchObject({
    version: '1.4.0',
    crashDumps: ['completed/one.dmp'],
  });
  for (const [canary, line] of Object.entries(canaries)) {
    const secret = canary === 'token' ? token : canary;
    // it was there to be found
    expect(readdirSync(parts.paths.logs).some((name) => readFileSync(join(parts.paths.logs, name), 'utf8').includes(line))).toBe(
      true,
    );
    expect(all, line).not.toContain(secret);
  }
  expect(all).not.toContain('c2lnbmF0dXJlLWNhbmFyeQ');
  expect(all).not.toContain('canary-wall');
});

it('holds crash dumps only where a person said so: they hold what was in memory', () => {
  const { out, ...parts } = desktop();
  saveForSupport(out, { ...parts, withDumps: false });
  expect(existsSync(join(out, 'dumps'))).toBe(false);
  saveForSupport(`${out}-2`, { ...parts, withDumps: true });
  expect(readdirSync(join(`${out}-2`, 'dumps'))).toEqual(['one.dmp']);
});

it('leaves what support has to read: times, versions, addresses of this machine, exit codes', () => {
  const line =
    '{"time":"2026-11-22T08:00:00.000Z","message":"the server is down","reason":"exit code 70","url":"http://127.0.0.1:8080","pid":4242}';
  expect(withoutSecrets(line)).toBe(line);
});

it('hands the same to the diagnostics of the server, without a secret, and dumps only where a person said so', () => {
  const { out: _, ...parts } = desktop();
  writeFileSync(parts.paths.settings, '{"walls":[{"display":"x","page":"/wall#token=hww_canary-of-the-wall"}]}');
  const files = filesForDiagnostics({ ...parts, withDumps: false });
  const all = files.map(({ content }) => content).join('\n');
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['shell.0.log', 'server.0.log', 'shell.json', 'facts.json']),
  );
  expect(all).toContain('a fault of the shell');
  for (const canary of [...Object.keys(canaries).filter((name) => name !== 'token'), token, 'hww_canary-of-the-wall'])
    expect(all).not.toContain(canary);
  expect(files.filter(({ kind }) => kind === 'base64')).toEqual([]);
  const dump = filesForDiagnostics({ ...parts, withDumps: true }).find(({ kind }) => kind === 'base64');
  expect([dump?.name, String(Buffer.from(dump?.content ?? '', 'base64'))]).toEqual(['one.dmp', `memory with ${token}`]);
});
