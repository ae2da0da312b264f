/** A print server of the test's own, with one queue that keeps what it is sent, as it is, and drops it after. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const STARTED_WITHIN_MS = 10_000;

export type PrintServer = { name: string; address: string; documents: () => string[]; stop: () => void };

const findCups = (): string | undefined => {
  const [found = ''] = [process.env.PATH ?? '', '/usr/sbin']
    .flatMap((path) => path.split(':'))
    .map((folder) => join(folder, 'cupsd'))
    .filter((path) => existsSync(path));
  return found === '' ? undefined : realpathSync(found);
};

const settingsOf = (folder: string, cups: string): Record<string, string> => {
  const usr = dirname(dirname(cups));
  const own = ['ServerRoot', 'RequestRoot', 'CacheDir', 'StateDir'].map((name) => `${name} ${join(folder, name)}`);
  const logs = ['AccessLog', 'ErrorLog', 'PageLog'].map((name) => `${name} ${join(folder, name)}`);
  const shared = [
    `ServerBin ${join(usr, 'lib/cups')}`,
    `DataDir ${join(usr, 'share/cups')}`,
    'FileDevice Yes',
    'SystemGroup root',
  ];
  const who = process.getuid?.() === 0 ? ['User lp', 'Group lp'] : [];
  return {
    'cups-files.conf': [...own, ...logs, ...shared, ...who].join('\n'),
    'cupsd.conf': `Listen ${join(folder, 'socket')}\nBrowsing No\nPreserveJobFiles Yes\nDefaultAuthType None\nWebInterface No
<Location />\nOrder allow,deny\nAllow all\n</Location>\n<Policy default>\n<Limit All>\nOrder allow,deny\nAllow all\n</Limit>\n</Policy>\n`,
    'printers.conf': `<Printer Label_printer>\nUUID urn:uuid:11111111-1111-3111-8111-111111111111\nInfo Label printer of the test
DeviceURI file:///dev/null\nState Idle\nAccepting Yes\nShared No\nJobSheets none none\n</Printer>\n`,
  };
};

/** Undefined where CUPS is not installed. */
export const startPrintServer = async (): Promise<PrintServer | undefined> => {
  const cups = findCups();
  if (cups === undefined || spawnSync(cups, ['-h']).error) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'headworks-cups-'));
  for (const name of ['ServerRoot', 'RequestRoot', 'CacheDir', 'StateDir']) mkdirSync(join(folder, name));
  for (const [name, text] of Object.entries(settingsOf(folder, cups)))
    writeFileSync(join(folder, 'ServerRoot', name), `${text}\n`, { mode: 0o600 });
  const files = ['-c', join(folder, 'ServerRoot', 'cupsd.conf'), '-s', join(folder, 'ServerRoot', 'cups-files.conf')];
  const server: ChildProcess = spawn(cups, ['-f', ...files], { stdio: 'ignore' });
  const address = join(folder, 'socket');
  const stop = (): void => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  for (const startedMs = Date.now(); !existsSync(address); await wait(100))
    if (Date.now() - startedMs > STARTED_WITHIN_MS || server.exitCode !== null) {
      stop();
      throw new Error('the print server did not start');
    }
  const spool = join(folder, 'RequestRoot');
  const documents = (): string[] =>
    readdirSync(spool)
      .filter((name) => /^d\d+-\d+$/.test(name))
      .sort()
      .map((name) => join(spool, name));
  return { name: 'Label_printer', address, documents, stop };
};
