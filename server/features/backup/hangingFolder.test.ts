import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeMissing } from '../../backup/missingHistory.ts';
import { writePolicy } from '../../backup/policy.ts';
import { backupPolicy } from '../../contract/plant/backup.ts';
import { askAt, bearer, loginAt } from '../../test/policyRig.ts';
import { startWholePlant } from '../../test/wholePlant.ts';

/** A mounted file system whose program answers nothing, as a share whose server is gone. */
const HANGING = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
device = os.open('/dev/fuse', os.O_RDWR)
options = f'fd={device},rootmode=40000,user_id=0,group_id=0'.encode()
if libc.mount(b'hanging', sys.argv[1].encode(), b'fuse', 0, options): sys.exit(1)
print('mounted', flush=True)
sys.stdin.read()
libc.umount2(sys.argv[1].encode(), 2)
`;
const canMount = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/dev/fuse');

const hang = async (folder: string): Promise<boolean> => {
  const program = spawn('python3', ['-c', HANGING, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  program.on('error', () => undefined);
  onTestFinished(async () => {
    program.stdin.end();
    if (program.exitCode === null) await once(program, 'exit');
  });
  return Promise.race([once(program.stdout, 'data').then(() => true), once(program, 'close').then(() => false)]);
};

it.skipIf(!canMount)(
  'a share for backups that hangs is said, and holds up nothing else of the server',
  async ({ skip }) => {
    const plant = await startWholePlant();
    onTestFinished(() => plant.stop());
    const token = (await loginAt(plant.url(), 'admin')).access_token;
    const ask = (method: string, path: string, body?: object) =>
      askAt(plant.url(), `/api/plant${path}`, { method, headers: bearer(token), ...(body !== undefined && { body }) });
    const isServed = async (...paths: string[]): Promise<void> => {
      for (const path of paths) {
        const answer = await Promise.race([ask('GET', path), new Promise((done) => setTimeout(() => done('late'), 5000))]);
        expect(answer, path).toMatchObject({ status: 200 });
      }
    };
    const share = mkdtempSync(join(tmpdir(), 'share-'));
    onTestFinished(() => rmSync(share, { recursive: true, force: true }));
    if (!(await hang(share))) return skip('nothing can be mounted here');
    writePolicy(plant.folder, backupPolicy.parse({ folder: share }));
    const begun = await ask('POST', '/backup/runs');
    expect(begun).toMatchObject({ status: 200, body: { outcome: 'running' } });
    const asked = ask('GET', '/backup/snapshots');
    await isServed('/health', '/backup', '/storage/retention');
    expect(await asked).toMatchObject({
      status: 503,
      body: { message: `${share} does not answer: is its network or disk there?` },
    });
    const { body } = await ask('GET', '/backup');
    expect(body).toMatchObject({
      runs: [{ outcome: 'failed', error: `${share} does not answer: is its network or disk there?` }],
    });
    const nothing = { cause: '', setAside: 'aside', from: 'salvage' as const, snapshot: null, lostFrom: null, series: [] };
    writeMissing(plant.folder, { ...nothing, since: '2026-11-22T00:00:00Z' });
    const merged = ask('POST', '/backup/missing', { decision: 'merge' });
    await isServed('/health');
    expect(await merged).toMatchObject({ status: 503 });
    expect(await ask('POST', '/backup/missing', { decision: 'leave' })).toMatchObject({ status: 200, body: { days: 0 } });
  },
  120_000,
);
