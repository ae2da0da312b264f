/** Node-RED with contrib-modbus, installed once beside the compile cache and started on a folder of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCache } from '../../server/bundled.ts';
import { flowOf } from './flow.ts';

/** contrib-modbus names a fork of modbus-serial at an address outside the registry: the library itself is taken in its place. */
const wanted = {
  private: true,
  dependencies: { 'node-red': '5.0.7', 'node-red-contrib-modbus': '5.60.2' },
  overrides: { '@openp4nr/modbus-serial': 'npm:modbus-serial@8.0.25' },
};
export const nodeRedVersions = `Node-RED ${wanted.dependencies['node-red']}, contrib-modbus ${wanted.dependencies['node-red-contrib-modbus']}`;

/** @returns the folder it is installed in. @throws where the registry does not give it. */
export const installNodeRed = (): string => {
  const folder = join(startCache(), `node-red-${Object.values(wanted.dependencies).join('-')}`);
  if (existsSync(folder)) return folder;
  console.log(`installing ${nodeRedVersions} …`);
  mkdirSync(startCache(), { recursive: true });
  const making = mkdtempSync(`${folder}-`);
  writeFileSync(join(making, 'package.json'), JSON.stringify(wanted));
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: making,
    stdio: 'inherit',
  });
  if (status !== 0) {
    rmSync(making, { recursive: true, force: true });
    throw new Error('Node-RED could not be installed');
  }
  renameSync(making, folder);
  return folder;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

export type NodeRed = { process: ChildProcess; pid: number; url: string; stop(): Promise<void> };

/** Spawned, and not waited for: its start is measured. */
export const spawnNodeRed = async (installed: string, ports: readonly number[]): Promise<NodeRed> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-node-red-'));
  const port = await freePort();
  const settings = {
    flowFile: 'flows.json',
    uiHost: '127.0.0.1',
    uiPort: port,
    httpAdminRoot: false,
    telemetry: { enabled: false },
    logging: { console: { level: 'off', metrics: false, audit: false } },
  };
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
  writeFileSync(join(folder, 'flows.json'), JSON.stringify(flowOf(ports)));
  writeFileSync(
    join(folder, 'settings.js'),
    `module.exports = { ...${JSON.stringify(settings)}, functionGlobalContext: { ` +
      `Database: require(${JSON.stringify(sqlite)}), path: ${JSON.stringify(join(folder, 'samples.db'))} } };`,
  );
  const child = spawn(
    process.execPath,
    [join(installed, 'node_modules/node-red/red.js'), '--userDir', folder, '--settings', join(folder, 'settings.js')],
    {
      cwd: installed,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return {
    process: child,
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
