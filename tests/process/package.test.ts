import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findAlteredFile } from '../../app/launch/installedFiles.ts';
import { readRoots } from '../../app/updates/roots.ts';

const root = resolve(import.meta.dirname, '..', '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const [hasDpkg, hasRpm, hasMakensis] = [has('dpkg-deb', '--version'), has('rpmbuild', '--version'), has('makensis', '-VERSION')];
for (const [isThere, program] of [
  [hasRpm, 'rpmbuild'],
  [hasMakensis, 'makensis'],
])
  if (!isThere) console.log(`skipped: what ${program} makes (it is not installed)`);

/** The mark before the fuse wire in every Electron binary; with it the stand-in's fuses can be set and read back. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const wireLength = 9;

const makeStandIn = (folder: string): void => {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  writeFileSync(
    join(folder, 'electron'),
    Buffer.concat([Buffer.from(sentinel), Buffer.from([1, wireLength]), Buffer.alloc(wireLength, '1')]),
  );
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.electron);
  for (const licence of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, licence), '');
};

/** The address that a started server prints. */
const readyAt = (server: ChildProcess): Promise<string> =>
  new Promise((found, failed) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /ready (http:\/\/[^\s"]+)/.exec(output)?.[1];
      if (address) found(address);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${output}`)));
  });

describe('the packed application, with a stand-in for the Electron binary', () => {
  const work = mkdtempSync(join(tmpdir(), 'headworks-package-'));
  const unpacked = join(work, 'out', 'linux-unpacked');
  const extracted = join(work, 'app');
  let server: ChildProcess | undefined;

  beforeAll(() => {
    makeStandIn(join(work, 'electron'));
    execFileSync(bin('tsc'), ['-b'], { cwd: root });
    if (!existsSync(join(root, 'dist', 'renderer', 'index.html')))
      execFileSync(bin('vite'), ['build', '--logLevel', 'warn'], { cwd: root });
    execFileSync(
      bin('electron-builder'),
      ['--linux', 'dir', `-c.electronDist=${join(work, 'electron')}`, `-c.directories.output=${join(work, 'out')}`],
      { cwd: root, stdio: 'pipe' },
    );
    const archive = join(unpacked, 'resources', 'app.asar');
    extractAll(archive, extracted);
    cpSync(join(unpacked, 'resources', 'app.asar.unpacked'), extracted, { recursive: true, force: true });
  });

  afterAll(() => {
    server?.kill('SIGKILL');
    rmSync(work, { recursive: true, force: true });
  });

  it('has its fuses set: no run-as-node, no NODE_OPTIONS, no inspector, asar checked and alone', () => {
    const binary = readFileSync(join(unpacked, 'headworks'));
    const wire = binary.subarray(binary.indexOf(sentinel) + sentinel.length + 2).toString('latin1');
    // runAsNode, cookie encryption, NODE_OPTIONS, inspect, asar integrity, only asar
    expect(wire.slice(0, 6)).toBe('010011');
  });

  it('holds the shell, the server, the panel and the device templates, and no source or test', () => {
    const files = listPackage(join(unpacked, 'resources', 'app.asar'), { isPack: false });
    for (const file of [
      '/dist/app/main.js',
      '/dist/app/surface/preload.cjs',
      '/dist/server/main.js',
      '/dist/renderer/index.html',
      '/package.json',
    ])
      expect(files).toContain(file);
    expect(files.some((file) => file.startsWith('/resources/devices/'))).toBe(true);
    expect(files.filter((file) => !file.startsWith('/node_modules') && /\.(ts|tsx)$|\.test\./.test(file))).toEqual([]);
  });

  it('lists what the shell checks at its start, and brings its bill of materials and the licences', async () => {
    const resources = join(unpacked, 'resources');
    expect(await findAlteredFile(resources, readRoots(extracted))).toBeUndefined();
    const { components } = JSON.parse(readFileSync(join(resources, 'sbom.cdx.json'), 'utf8'));
    const names = components.map(({ name }: { name: string }) => name);
    expect(names).toContain('better-sqlite3');
    expect(names).not.toContain('electron-builder');
    const licences = readFileSync(join(resources, 'licences.txt'), 'utf8');
    expect(licences).toMatch(/== better-sqlite3 [\d.]+: MIT\n/);
    expect(licences).toContain('Permission is hereby granted');
  });

  it('holds addons for this system alone', () => {
    const files = readdirSync(join(unpacked, 'resources', 'app.asar.unpacked'), { recursive: true, encoding: 'utf8' });
    const addons = files.filter((file) => file.endsWith('.node'));
    expect(addons.length).toBeGreaterThanOrEqual(4);
    expect(addons.filter((file) => /win32|darwin|android|musl|arm/.test(file))).toEqual([]);
  });

  const made = (script: string, ...args: string[]): string => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'packaging', script), ...args], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.trim();
  };
  const unitPath = 'usr/lib/systemd/system/headworks.service';

  it.runIf(hasDpkg)('is the same when its Debian package is opened again, and is all of root', async () => {
    const deb = made('makeDeb.ts', 'headworks', unpacked, join(work, 'deb'));
    execFileSync('dpkg-deb', ['-x', deb, join(work, 'root')]);
    expect(await findAlteredFile(join(work, 'root/opt/Headworks/resources'), readRoots(extracted))).toBeUndefined();
    const entry = readFileSync(join(work, 'root/usr/share/applications/headworks.desktop'), 'utf8');
    expect(entry).toContain('MimeType=x-scheme-handler/headworks;');
    const owners = execFileSync('dpkg-deb', ['-c', deb], { encoding: 'utf8', maxBuffer: 50_000_000 }).trimEnd().split('\n');
    expect(owners.filter((line) => !line.includes(' root/root '))).toEqual([]);
  });

  it.runIf(hasDpkg)('gives a package with the service, whose unit starts the server that is in it', async () => {
    const folder = made('makeServer.ts', unpacked, join(work, 'server'));
    const deb = made('makeDeb.ts', 'headworks-server', folder, join(work, 'deb'));
    const place = join(work, 'serverRoot');
    execFileSync('dpkg-deb', ['-x', deb, place]);
    const installed = join(place, 'opt/headworks-server');
    expect(spawnSync('sha256sum', ['--check', '--quiet', 'files.sha256'], { cwd: installed }).status).toBe(0);
    expect(existsSync(join(installed, 'dist/app'))).toBe(false);
    const command = /^ExecStart=(.*)$/m.exec(readFileSync(join(place, unitPath), 'utf8'))?.[1]?.split(' ') ?? [];
    const [program = '', ...args] = command.map((word) => (word.startsWith('/opt') ? join(place, word) : word));
    const atHome = args.map((word) =>
      word.replace('/var/lib/headworks', join(work, 'serviceData')).replace('0.0.0.0', '127.0.0.1'),
    );
    const started = spawn(program, [...atHome, '--port', '0'], { cwd: installed, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void started.kill('SIGKILL'));
    const health = await fetch(new URL('/api/plant/health', await readyAt(started)));
    expect(health.status).toBe(200);
    started.kill('SIGTERM');
    expect(await once(started, 'exit')).toEqual([0, null]);
  });

  it.runIf(hasRpm)('gives RPMs of the same files', () => {
    const rpm = made('makeRpm.ts', 'headworks', unpacked, join(work, 'rpm'));
    const listed = execFileSync('rpm', ['-qpl', rpm], { encoding: 'utf8', maxBuffer: 50_000_000 }).trimEnd().split('\n');
    expect(listed).toEqual(expect.arrayContaining(['/opt/Headworks/headworks', '/opt/Headworks/resources/app.asar']));
    expect(listed).toContain('/usr/share/applications/headworks.desktop');
    const { status, stderr } = spawnSync('rpm', ['-K', '--nosignature', rpm], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const scripts = execFileSync('rpm', ['-qp', '--scripts', rpm], { encoding: 'utf8' });
    expect(scripts).toContain('chmod 4755 /opt/Headworks/chrome-sandbox');
  });

  it.runIf(hasMakensis)('compiles the installer for Windows, with and without the service', () => {
    // no Windows program is at hand: the script is compiled around files of their names
    const [desktop, service] = [join(work, 'win'), join(work, 'winServer')];
    for (const path of [join(desktop, 'Headworks.exe'), join(service, 'node.exe'), join(work, 'WinSW-x64.exe')]) {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, 'MZ');
    }
    for (const more of [[], [service, join(work, 'WinSW-x64.exe')]]) {
      const installer = made('makeInstaller.ts', desktop, join(work, `installer${more.length}`), ...more);
      expect(readFileSync(installer).subarray(0, 2).toString()).toBe('MZ');
    }
  });

  it('boots its server under plain Node and answers health', async () => {
    server = spawn(process.execPath, [join(extracted, 'dist/server/main.js'), '--data', join(work, 'data'), '--port', '0'], {
      cwd: work,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const url = await readyAt(server);
    const health = await fetch(new URL('/api/plant/health', url));
    expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ status: 'ok' })]);
    const panel = await fetch(url);
    expect(await panel.text()).toContain('<div id="root">');
  });
});
