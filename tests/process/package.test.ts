import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

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
  }, 120_000);

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
    for (const file of ['/dist/app/main.js', '/dist/server/main.js', '/dist/renderer/index.html', '/package.json'])
      expect(files).toContain(file);
    expect(files.some((file) => file.startsWith('/resources/devices/'))).toBe(true);
    expect(files.filter((file) => !file.startsWith('/node_modules') && /\.(ts|tsx)$|\.test\./.test(file))).toEqual([]);
  });

  it('boots its server under plain Node and answers health', async () => {
    server = spawn(process.execPath, [join(extracted, 'dist/server/main.js'), '--data', join(work, 'data'), '--port', '0'], {
      cwd: work,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const url = await new Promise<string>((found, failed) => {
      let output = '';
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        const address = /ready (http:\/\/[^\s"]+)/.exec(output)?.[1];
        if (address) found(address);
      };
      server?.stdout?.on('data', read);
      server?.stderr?.on('data', read);
      server?.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${output}`)));
    });
    const health = await fetch(new URL('/api/plant/health', url));
    expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ status: 'ok' })]);
    const panel = await fetch(url);
    expect(await panel.text()).toContain('<div id="root">');
  });
});
