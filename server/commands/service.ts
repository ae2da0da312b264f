/** `npm run service -- install|print [--data DIR] [--user NAME]`: the systemd unit of this installation, on Linux. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { Failure } from '../core/fail.ts';
import { endWith, readArguments } from './commandLine.ts';
import { assertInReach, assertNameable, serviceUnit } from './serviceUnit.ts';

const UNIT = '/etc/systemd/system/headworks.service';

const isKnown = (user: string): boolean => {
  try {
    execFileSync('id', ['-u', '--', user], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const usage = `usage: npm run service -- install|print [--data DIR] [--user NAME]
  install        writes the systemd unit, and makes the user and the data folder where they are missing; Linux, as root
  print          shows the unit
  --data DIR     /var/lib/headworks where it is not given
  --user NAME    who the server runs as, headworks where it is not given`;

const run = (): void => {
  const { values, positionals } = readArguments(usage, {
    options: { data: { type: 'string', default: '/var/lib/headworks' }, user: { type: 'string', default: 'headworks' } },
    allowPositionals: true,
  });
  const [act] = positionals;
  if (!/^[a-z_][a-z0-9_-]*$/.test(values.user)) throw new Failure('parameter', '--user is a name of small letters');
  const parts = {
    node: process.execPath,
    main: resolve(import.meta.dirname, `../main${extname(import.meta.filename)}`),
    installation: resolve(import.meta.dirname, '../..'),
    dataFolder: resolve(values.data),
    user: values.user,
  };
  assertNameable(parts);
  const unit = serviceUnit(parts);
  if (act === 'print') {
    process.stdout.write(unit);
    return;
  }
  if (act !== 'install' || process.platform !== 'linux') throw new Failure('parameter', usage);
  assertInReach(parts);
  if (!isKnown(values.user)) execFileSync('useradd', ['--system', '--no-create-home', '--', values.user]);
  execFileSync('install', ['-d', '-m', '0700', '-o', values.user, resolve(values.data)]);
  writeFileSync(UNIT, unit, { mode: 0o644 });
  execFileSync('systemctl', ['daemon-reload'], { stdio: 'inherit' });
  process.stdout.write(`${UNIT} is written; start it: systemctl enable --now headworks\n`);
};

try {
  run();
} catch (error) {
  endWith(error);
}
