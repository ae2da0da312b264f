import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const patienceMs = 180_000;

/** Runs a program of the project until `stop`; resolves when its output matched every pattern. */
const run = async (args: readonly string[], patterns: readonly RegExp[]): Promise<{ found: string[]; stop(): Promise<void> }> => {
  const child: ChildProcess = spawn(process.execPath, [...args], { cwd: root });
  let printed = '';
  const stop = () =>
    new Promise<void>((done) => {
      if (child.exitCode !== null) return done();
      child.once('exit', () => done());
      child.kill('SIGTERM');
    });
  const found = await new Promise<string[]>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`${args[0]} did not come up:\n${printed}`)), patienceMs);
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const all = patterns.map((pattern) => pattern.exec(printed)?.[1]);
      if (all.some((one) => one === undefined)) return;
      clearTimeout(timer);
      done(all.flatMap((one) => one ?? []));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => fail(new Error(`${args[0]} ended:\n${printed}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { found, stop };
};

/** A simulated ultrasonic meter on unit 1 of a line of its own. */
export const startMeter = async () => {
  const { found, stop } = await run(
    ['server/field/simulator/cli.ts', '--port', '0', '--template', 'tuf-2000m'],
    [/127\.0\.0\.1:(\d+)/],
  );
  return { port: found[0] ?? '', stop };
};

/** A server as it is after its installation, and a simulated ultrasonic meter on unit 1. @param config what its headworks.json says. */
export const startEmptyServer = async (config: object = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'headworks-first-run-'));
  await writeFile(join(folder, 'headworks.json'), JSON.stringify(config));
  const server = await run(
    ['server/main.ts', '--port', '0', '--host', '127.0.0.1', '--data', folder],
    [/setup code ([0-9A-Z-]+)/, /ready (http:\/\/[^\s"]+)/],
  );
  const meter = await startMeter();
  return {
    code: server.found[0] ?? '',
    url: server.found[1] ?? '',
    meterPort: meter.port,
    stop: async () => {
      await Promise.all([server.stop(), meter.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** The owner whom `setUp` makes. */
export const owner = { username: 'asha', password: 'Kaveri-flows-7-north' };

/** Makes plant and owner as the first run does, past the panel. */
export const setUp = async (url: string, code: string): Promise<void> => {
  const made = await fetch(`${url}/api/plant/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      code,
      industry: { id: 'KAVERI', name: 'Kaveri Bottling', timezone: 'Asia/Kolkata' },
      owner: { ...owner, name: 'Asha Patil', email: 'asha@plant.example' },
    }),
  });
  if (!made.ok) throw new Error(`setup answered ${made.status}: ${await made.text()}`);
};
