import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askAt } from '../../../server/test/policyRig.ts';
import { PlantServer, until } from '../plantServer.ts';
import { Faults, type Scenario } from '../scenario.ts';
import { Writers } from '../writers.ts';

const MIB = 1_048_576;

const mount = (folder: string): boolean => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'none', folder]).status === 0;

const lacks = (): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root may mount a small disk';
  const folder = mkdtempSync(join(tmpdir(), 'headworks-small-'));
  const isMounted = mount(folder);
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return isMounted ? undefined : 'no small disk can be mounted';
};

/** Takes every byte that is left. */
const fill = (path: string): void => {
  writeFileSync(path, '');
  for (let size = MIB; size >= 512; )
    try {
      appendFileSync(path, Buffer.alloc(size));
    } catch {
      size /= 2;
    }
};

const login = (server: PlantServer, password: string): ReturnType<typeof askAt> =>
  askAt(server.url, '/api/user/user/login', { headers: { LoginType: 'DEFAULT', username: 'operator', password } });

/** The disk of the data folder is filled to the last byte below the running server. */
export const fullDisk: Scenario = {
  ids: 'A4',
  name: 'a disk that is full',
  isShort: true,
  lacks,
  run: async () => {
    const checks = new Faults();
    const folder = mkdtempSync(join(tmpdir(), 'headworks-small-'));
    mount(folder);
    const server = new PlantServer(folder);
    try {
      await server.fill();
      await server.start();
      const writers = new Writers(server);
      await writers.prepare();
      const token = await server.login('admin');
      const reserve = async (): Promise<number> => {
        const { body } = await server.ask('/api/plant/storage', token);
        return (body as { disk: { reserveBytes: number } }).disk.reserveBytes;
      };
      // filled a minute after the start
      let before = -1;
      await until(
        async () => {
          const bytes = await reserve();
          const isFilled = bytes > MIB && bytes === before;
          before = bytes;
          return isFilled;
        },
        240_000,
        2000,
      );
      // what the same writes take on this machine while there is room
      const usualStartedMs = performance.now();
      await writers.once();
      const usualMs = performance.now() - usualStartedMs;
      const filler = join(folder, 'filler');
      fill(filler);
      const filledMs = performance.now();
      const health = async (): Promise<string[]> =>
        ((await askAt(server.url, '/api/plant/health')).body as { storage: { findings: string[] } }).storage.findings;
      // what the database has free of its own is used up first
      await until(async () => (await writers.reading()) >= 500, 240_000, 1);
      const statuses = await writers.once();
      // alarms and what is said of them are stored out of the reserve
      const [comment = 0, alarm = 0, reading = 0] = statuses;
      for (const [what, status] of Object.entries({ comment, alarm }))
        checks.expect(status < 300 || status === 507, `a ${what} was answered ${status}`);
      checks.expect(reading === 503 || reading === 507, `a reading was answered ${reading}`);
      const read = (await server.ask('/api/plant/overview', token)).status;
      checks.expect(read === 200, `reading was answered ${read}`);
      const settings = (await server.ask('/api/user/accounts/settings', token)).body as object;
      const saved = await server.ask('/api/user/accounts/settings', token, {
        method: 'POST',
        body: { ...settings, user: [], sso: [], account: { industryName: 'Full' } },
      });
      checks.expect(saved.status === 507, `saving settings was answered ${saved.status}`);
      const right = (await login(server, 'demo-operator')).status;
      const wrong = (await login(server, 'not the password')).status;
      checks.expect(right === 200, `the right password was answered ${right}`);
      checks.expect(wrong === 401, `a wrong password was answered ${wrong}`);
      const frames = [{ frameId: 'DEMO.SET', slaveId: 1, fn: 6, address: 10, values: [1] }];
      const commandId = '6c1f7a52-7f0c-4a86-9d1c-1f2d3c4b5a69';
      const command = await server.ask('/api/user/plc/write-registers', token, {
        method: 'POST',
        body: { deviceId: 'demo-device', commandId, frames },
      });
      checks.expect(command.status >= 400, `a command was answered ${command.status}`);
      const alarmMs = await until(async () => (await alarms(server, token)).includes('The disk is full'), 60_000, 1000);
      checks.expect(!Number.isNaN(alarmMs), 'no alarm within 60 s');
      checks.expect((await health()).includes('diskFull'), 'health says nothing of it');
      const left = await reserve();
      const saidMs = performance.now() - filledMs;
      rmSync(filler);
      const againMs = await until(async () => (await writers.once()).every((status) => status < 300), 60_000);
      checks.expect(againMs - usualMs <= 5000, `writing again took ${againMs} ms (${usualMs.toFixed(0)} ms as always)`);
      const { bavail, bsize } = statfsSync(folder);
      await server.end();
      const { lost, integrity } = writers.lost();
      checks.expect(lost === 0, `${lost} acknowledged writes are not there`);
      checks.expect(integrity === 'ok', integrity);
      return {
        figures: {
          'reserve before, after MiB': `${(before / MIB).toFixed(1)}, ${(left / MIB).toFixed(1)}`,
          'comment, alarm, reading': statuses.join(', '),
          'reads, right password, wrong password': `${read}, ${right}, ${wrong}`,
          command: command.status,
          'alarm after s': Math.round(saidMs / 1000),
          'good again after ms': Math.round(againMs),
          'free after MiB': Math.round((bavail * bsize) / MIB),
        },
        faults: checks.list,
      };
    } finally {
      await server.kill();
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const alarms = async (server: PlantServer, token: string): Promise<string> => (await server.ask('/api/plant/alarms', token)).text;
