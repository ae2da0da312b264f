/**
 * `npx node packaging/makeInstaller.ts UNPACKED OUT [SERVER WINSW]`: the installer for Windows by makensis alone (Debian: nsis). UNPACKED is what
 * electron-builder left for Windows, SERVER what makeServer.ts left there, WINSW the program WinSW-x64.exe of release 2.12.0. Without the
 * last two the installer offers no service.
 */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, versionOf } from './product.ts';

const windows = join(import.meta.dirname, 'windows');

/** The server with WinSW and its settings; WinSW requires the program and its settings to have the same name. */
const withService = (server: string, winsw: string, folder: string): void => {
  cpSync(resolve(server), folder, { recursive: true });
  copyFileSync(resolve(winsw), join(folder, 'headworks-service.exe'));
  copyFileSync(join(windows, 'headworks-service.xml'), join(folder, 'headworks-service.xml'));
  statSync(join(folder, 'node.exe'));
};

const [, , unpacked = '', out = '', server, winsw] = process.argv;
statSync(join(resolve(unpacked), 'Headworks.exe'));
const work = mkdtempSync(join(tmpdir(), 'installer-'));
try {
  mkdirSync(resolve(out), { recursive: true });
  const path = join(resolve(out), `Headworks-${versionOf()}.exe`);
  const defined = { VERSION: versionOf(), UNPACKED: resolve(unpacked), OUT: path };
  if (server && winsw) {
    withService(server, winsw, join(work, 'server'));
    Object.assign(defined, { SERVER: join(work, 'server') });
  }
  const words = Object.entries(defined).map(([name, value]) => `-D${name}=${value}`);
  build('makensis', ['-V2', '-WX', ...words, join(windows, 'installer.nsi')]);
  process.stdout.write(`${path}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
