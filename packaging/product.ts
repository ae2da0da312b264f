import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { serviceUnit } from '../server/commands/serviceUnit.ts';

export const KIBIBYTE = 1024;
export const versionOf = (): string =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, '..', 'package.json'), 'utf8')).version;

/** A Linux package: where its folder goes, the files around it, what it needs, and what runs as root when it comes and goes. */
export type Product = {
  name: 'headworks' | 'headworks-server';
  summary: string;
  /** A file that the packed folder must hold. */
  program: string;
  installed: string;
  files: { path: string; text: string }[];
  depends: { deb: string[]; rpm: string[] };
  afterInstall: string;
  beforeRemove: string;
};

const DESKTOP = '/opt/Headworks';
const SERVER = '/opt/headworks-server';
const DATA = '/var/lib/headworks';

const entry = `[Desktop Entry]
Type=Application
Name=Headworks
Comment=Water management of a plant
Exec=${DESKTOP}/headworks %U
Terminal=false
Categories=Science;Utility;
MimeType=x-scheme-handler/headworks;
`;

const desktop: Product = {
  name: 'headworks',
  summary: 'Water management server and desktop of an industrial plant',
  program: 'headworks',
  installed: DESKTOP,
  files: [{ path: 'usr/share/applications/headworks.desktop', text: entry }],
  depends: {
    deb: [
      'libgtk-3-0',
      'libnss3',
      'libxss1',
      'libsecret-1-0',
      'libnotify4',
      'xdg-utils',
      'libasound2',
      'libgbm1',
      'dbus-bin | dbus',
    ],
    rpm: ['gtk3', 'nss', 'libXScrnSaver', 'libsecret', 'libnotify', 'xdg-utils', 'alsa-lib', 'mesa-libgbm', 'dbus-tools'],
  },
  // the sandbox of Chromium has to be root's where the kernel lets nobody else make one
  afterInstall: `[ ! -e ${DESKTOP}/chrome-sandbox ] || chmod 4755 ${DESKTOP}/chrome-sandbox`,
  beforeRemove: ':',
};

const unit = serviceUnit({
  node: `${SERVER}/node`,
  main: `${SERVER}/dist/server/main.js`,
  installation: SERVER,
  dataFolder: DATA,
  user: 'headworks',
});

const server: Product = {
  name: 'headworks-server',
  summary: 'Water management server of an industrial plant, as a service',
  program: 'dist/server/main.js',
  installed: SERVER,
  files: [{ path: 'usr/lib/systemd/system/headworks.service', text: unit }],
  depends: { deb: ['adduser', 'libstdc++6'], rpm: ['shadow-utils', 'libstdc++'] },
  // not enabled: who installs it decides when the plant's lines are taken over
  afterInstall: `id -u headworks >/dev/null 2>&1 || useradd --system --no-create-home headworks
install -d -m 0700 -o headworks ${DATA}
[ ! -d /run/systemd/system ] || systemctl daemon-reload
echo "Start the plant's server with: systemctl enable --now headworks"`,
  beforeRemove: '[ ! -d /run/systemd/system ] || systemctl stop headworks || :',
};

const products: readonly Product[] = [desktop, server];

export const productOf = (name: string | undefined): Product => {
  const found = products.find((one) => one.name === name);
  if (!found) throw new Error(`the first word is one of ${products.map((one) => one.name).join(', ')}`);
  return found;
};

export const write = (path: string, text: string, mode: number): void => {
  mkdirSync(resolve(path, '..'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
};

export const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);

/** Runs `use` with a folder that holds the package's files below their paths on the PC; it is removed afterwards. */
export const withTree = (product: Product, folder: string, use: (tree: string) => void): void => {
  const tree = mkdtempSync(join(tmpdir(), `${product.name}-`));
  try {
    chmodSync(tree, 0o755);
    cpSync(folder, join(tree, product.installed), { recursive: true });
    statSync(join(tree, product.installed, product.program));
    for (const { path, text } of product.files) write(join(tree, path), text, 0o644);
    use(tree);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
};

/** The program of the distribution that makes the package; what it prints on its way is left out unless it fails. */
export const build = (command: string, args: string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
};
