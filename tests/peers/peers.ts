import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Foreign programs for one test file: started, found and ended here. */
export class Peers {
  readonly folder = mkdtempSync(join(tmpdir(), 'peers-'));
  readonly #children: ChildProcess[] = [];

  /** Starts a program and resolves with its first line. */
  async start(command: string, args: string[]): Promise<{ child: ChildProcess; line: string }> {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#children.push(child);
    const line = await Promise.race([
      once(child.stdout, 'data').then(([data]) => String(data).trim()),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`${command} ended with ${code}`))),
    ]);
    return { child, line };
  }

  /** Two joined serial ports; killing the child unplugs both. */
  async serialPair(name: string): Promise<{ child: ChildProcess; ours: string; theirs: string }> {
    const [ours, theirs] = [join(this.folder, `${name}-ours`), join(this.folder, `${name}-theirs`)];
    const child = spawn('socat', [`pty,raw,echo=0,link=${ours}`, `pty,raw,echo=0,link=${theirs}`], { stdio: 'ignore' });
    this.#children.push(child);
    await until(() => existsSync(ours) && existsSync(theirs));
    return { child, ours, theirs };
  }

  /** A serial device server: RTU frames between a TCP port and a serial port. */
  async deviceServer(path: string): Promise<number> {
    const port = await freePort();
    const child = spawn('socat', [`TCP-LISTEN:${port},bind=127.0.0.1,reuseaddr,nodelay,fork`, `FILE:${path},raw,echo=0`], {
      stdio: 'ignore',
    });
    this.#children.push(child);
    await until(() => isListening(port));
    return port;
  }

  end(): void {
    for (const child of this.#children) {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The libmodbus server of bench/libmodbus, or why it cannot be had. */
  buildLibmodbus(): { program: string; missing: string | false } {
    const program = join(this.folder, 'server');
    const source = resolve(import.meta.dirname, '../../bench/libmodbus/server.c');
    const build = spawnSync('sh', ['-c', 'gcc -O2 -o "$2" "$1" $(pkg-config --cflags --libs libmodbus)', 'sh', source, program]);
    return { program, missing: build.status !== 0 && 'gcc or libmodbus-dev is not installed' };
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const LISTENS = '0A';

/** By the kernel's table: connecting to see would open the serial port behind it. */
const isListening = (port: number): boolean =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .some((row) => {
      const [, local = '', , state] = row.trim().split(/\s+/);
      return state === LISTENS && Number.parseInt(local.split(':')[1] ?? '', 16) === port;
    });

export const until = async (isTrue: () => boolean, withinMs = 60_000): Promise<void> => {
  const endMs = performance.now() + withinMs;
  while (!isTrue()) {
    if (performance.now() > endMs) throw new Error(`not so within ${withinMs} ms: ${isTrue}`);
    await delay(20);
  }
};

export const python = '/usr/bin/python3';
export const noPython = spawnSync(python, ['--version']).status !== 0 && 'python3 is not installed';
export const noPdftotext = spawnSync('pdftotext', ['-v']).status !== 0 && 'pdftotext is not installed';
export const noPymodbus = spawnSync(python, ['-c', 'import pymodbus.server']).status !== 0 && 'pymodbus is not installed';
export const noSocat = spawnSync('socat', ['-V']).status !== 0 && 'socat is not installed';

/** Registers hold their address plus a thousand times the unit, bits the lowest bit of theirs. */
const script = `
import sys, threading, socket
from pymodbus.datastore import ModbusSequentialDataBlock, ModbusSlaveContext, ModbusServerContext
from pymodbus.server import StartTcpServer, StartSerialServer
from pymodbus.framer.rtu_framer import ModbusRtuFramer
def unit(number):
    words = lambda: ModbusSequentialDataBlock(0, [(i + 1000 * number) & 0xffff for i in range(10000)])
    bits = lambda: ModbusSequentialDataBlock(0, [bool(i & 1) for i in range(10000)])
    return ModbusSlaveContext(di=bits(), co=bits(), hr=words(), ir=words(), zero_mode=True)
context = ModbusServerContext(slaves={1: unit(1), 2: unit(2)}, single=False)
if sys.argv[1] == 'tcp':
    probe = socket.socket(); probe.bind(('127.0.0.1', 0)); port = probe.getsockname()[1]; probe.close()
    print(port, flush=True)
    StartTcpServer(context=context, address=('127.0.0.1', port))
else:
    print(0, flush=True)
    StartSerialServer(context=context, framer=ModbusRtuFramer, port=sys.argv[2], baudrate=19200, timeout=0.02, ignore_missing_slaves=True)
`;

export const pymodbus = (...args: string[]): [string, string[]] => [python, ['-c', script, ...args]];
