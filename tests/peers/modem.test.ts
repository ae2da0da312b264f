import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createSms } from '../../server/features/auth/create.ts';
import { openSerial } from '../../server/field/ports/modemLine.ts';
import { readPdu } from '../../server/test/smsPdu.ts';

const missing = spawnSync('socat', ['-V']).error ? 'socat is not installed' : '';
if (missing) process.stderr.write(`skipped: ${missing}\n`);

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe.skipIf(missing)('an SMS by a modem on a serial line', () => {
  it('goes through the real serial driver', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'modem-'));
    const [ours, theirs] = [join(folder, 'ours'), join(folder, 'theirs')];
    const socat = spawn('socat', [`pty,raw,echo=0,link=${ours}`, `pty,raw,echo=0,link=${theirs}`], { stdio: 'ignore' });
    const gone = once(socat, 'exit');
    closers.push(async () => {
      socat.kill();
      // it takes its links away itself
      await gone;
      rmSync(folder, { recursive: true, force: true });
    });
    for (let i = 0; i < 200 && !(existsSync(ours) && existsSync(theirs)); i += 1) await delay(25);
    const modem = await openSerial({ path: theirs, baudRate: 115_200 });
    closers.push(() => modem.close());
    const messages: string[] = [];
    let typed = '';
    modem.onText((text) => {
      typed += text;
      if (typed.endsWith('\x1a')) {
        messages.push(typed.slice(0, -1));
        modem.write('\r\n+CMGS: 1\r\n\r\nOK\r\n');
      } else if (typed.includes('AT+CMGS=') && typed.endsWith('\r')) modem.write('\r\n> ');
      else if (typed.includes('CPIN?') && typed.endsWith('\r')) modem.write('\r\n+CPIN: READY\r\n\r\nOK\r\n');
      else if (typed.endsWith('\r')) modem.write('\r\nOK\r\n');
      else return;
      typed = '';
    });
    const sms = createSms({ kind: 'gsm', path: ours, baudRate: 115_200, timeoutMs: 5000 }, openSerial);
    await sms?.send('919820098200', 'Code 123456', AbortSignal.timeout(20_000));
    await sms?.send('919820098200', 'Code 654321', AbortSignal.timeout(20_000));
    await sms?.send('919820098200', 'टंकी भर गई', AbortSignal.timeout(20_000));
    expect(messages.map((pdu) => readPdu(pdu).text)).toEqual(['Code 123456', 'Code 654321', 'टंकी भर गई']);
  });

  it('says which port is not there', async () => {
    const sms = createSms({ kind: 'gsm', path: '/dev/no-such-modem', baudRate: 115_200, timeoutMs: 500 }, openSerial);
    await expect(sms?.send('919820098200', 'x', AbortSignal.timeout(5000))).rejects.toMatchObject({
      message: 'the modem on /dev/no-such-modem cannot be opened',
    });
  });
});
