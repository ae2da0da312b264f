import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { messageOf } from '../../core/fail.ts';
import type { OpenSerial } from '../../core/field/serialLine.ts';
import { readPdu } from '../../test/smsPdu.ts';
import { GsmSms } from './gsmSms.ts';
import { HttpSms, type HttpSmsSettings } from './httpSms.ts';

const never = new AbortController().signal;

describe('an SMS gateway over HTTP', () => {
  type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
  let close: () => void = () => undefined;
  afterEach(() => close());

  const gateway = async (answer: (response: ServerResponse) => void = (response) => response.end('ok')) => {
    const received: Received[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const channel = (settings: Partial<HttpSmsSettings> = {}) =>
      new HttpSms({ url: `${at}/send`, method: 'POST', headers: {}, timeoutMs: 5000, ...settings });
    return { received, at, channel };
  };

  it('gets number and text where the settings put them, encoded for the place', async () => {
    const { received, at, channel } = await gateway();
    const text = 'Tank "3" & 5 {to} पानी';
    await channel({ url: `${at}/send?n={to}&t={text}`, method: 'GET' }).send('919820098200', text, never);
    const json = { 'content-type': 'application/json', authorization: 'Bearer key' };
    await channel({ headers: json, body: '{"to":"{to}","text":"{text}"}' }).send('919820098200', text, never);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    await channel({ headers: form, body: 'to={to}&text={text}' }).send('919820098200', text, never);
    expect(new URL(received[0]?.url ?? '', at).searchParams.get('t')).toBe(text);
    expect(received[1]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer key' } });
    expect(JSON.parse(received[1]?.body ?? '')).toEqual({ to: '919820098200', text });
    expect(new URLSearchParams(received[2]?.body).get('text')).toBe(text);
  });

  it.each([
    ['a login page of the network', '<!DOCTYPE html>\n<html><head><title>Wi-Fi</title></head><body>Log in</body></html>'],
    ['one after a byte order mark and a comment', '\ufeff <!-- portal -->\n<HTML lang="en"><body>Log in</body></HTML>'],
  ])('has not sent what %s answers to', async (_, page) => {
    const { channel } = await gateway((response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    await expect(channel().send('91', 'x', never)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the SMS gateway gave no answer of its own: a page of the network came in its place',
    });
  });

  it('is believed by its status, whatever else it answers: PHP calls plain text HTML', async () => {
    for (const answer of ['', 'OK 4711', '{"id":7}', '<?xml version="1.0"?><sent/>']) {
      const { channel } = await gateway((response) => response.writeHead(200, { 'content-type': 'text/html' }).end(answer));
      await expect(channel().send('91', 'x', never)).resolves.toBeUndefined();
      close();
    }
  });

  it('that refuses with status 200 is known by what its answers hold where it took the message', async () => {
    const { channel } = await gateway((response) => response.end('{"status":"failure","reason":"no credit"}'));
    await expect(channel({ taken: '"status":"success"' }).send('91', 'x', never)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the SMS gateway answered without saying that it took the message',
    });
    await channel({ taken: '"status"' }).send('91', 'x', never);
  });

  it('is never named by its address, which holds its key, nor in what goes along for the log', async () => {
    for (const url of ['http://127.0.0.1:1/send?key=s3cret', 'http://[broken/send?key=s3cret']) {
      const channel = new HttpSms({ url, method: 'GET', headers: {}, timeoutMs: 500 });
      const error: unknown = await channel.send('91', 'x', never).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'unavailable' });
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('s3cret');
    }
  });

  it('that never ends its answer is given up in time', async () => {
    let dripping: NodeJS.Timeout | undefined;
    const { channel } = await gateway((response) => {
      dripping = setInterval(() => response.write('.'), 20);
    });
    await expect(channel({ timeoutMs: 300 }).send('91', 'x', never)).rejects.toMatchObject({ code: 'unavailable' });
    clearInterval(dripping);
  });

  it('that refuses, redirects or does not answer in time is reported', async () => {
    const refusing = await gateway((response) => response.writeHead(403).end());
    await expect(refusing.channel().send('91', 'x', never)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the SMS gateway answered 403',
    });
    close();
    const moved = await gateway((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    await expect(moved.channel().send('91', 'x', never)).rejects.toMatchObject({ code: 'unavailable' });
    expect(moved.received).toHaveLength(1);
    close();
    const silent = await gateway(() => undefined);
    await expect(silent.channel({ timeoutMs: 200 }).send('91', 'x', never)).rejects.toMatchObject({ code: 'unavailable' });
    const stopping = new AbortController();
    const sending = silent.channel().send('91', 'x', stopping.signal);
    stopping.abort();
    await expect(sending).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a GSM modem', () => {
  type Modem = { pin?: string; refuse?: RegExp; mute?: RegExp };
  const modem = ({ pin, refuse, mute }: Modem = {}) => {
    const state = { commands: [] as string[], messages: [] as string[], open: 0, mostOpen: 0, isLocked: pin !== undefined };
    const openSerial: OpenSerial = async () => {
      state.open += 1;
      state.mostOpen = Math.max(state.mostOpen, state.open);
      let hear: (text: string) => void = () => undefined;
      let typed = '';
      let isTyping = false;
      // answers come in pieces, as they do on a line
      const say = (text: string): void => {
        for (const piece of text.match(/[\s\S]{1,3}/g) ?? []) setImmediate(() => hear(piece));
      };
      const react = (command: string): void => {
        state.commands.push(command);
        if (mute?.test(command)) return;
        if (command === `AT+CPIN="${pin}"`) state.isLocked = false;
        isTyping = command.startsWith('AT+CMGS=') && !refuse?.test(command);
        if (refuse?.test(command)) say('\r\n+CMS ERROR: 38\r\n');
        else if (command === 'AT+CPIN?') say(`\r\n+CPIN: ${state.isLocked ? 'SIM PIN' : 'READY'}\r\n\r\nOK\r\n`);
        else say(isTyping ? '\r\n> ' : '\r\nOK\r\n');
      };
      return {
        write(text) {
          for (const sign of text) {
            if (sign === '\x1b') [typed, isTyping] = ['', false];
            else if (isTyping && sign === '\x1a') {
              state.messages.push(typed);
              [typed, isTyping] = ['', false];
              if (!mute?.test('message')) say('\r\n+CMGS: 7\r\n\r\nOK\r\n');
            } else if (!isTyping && sign === '\r') {
              const command = typed;
              typed = '';
              react(command);
            } else typed += sign;
          }
        },
        onText: (listener) => {
          hear = listener;
        },
        close: async () => {
          state.open -= 1;
        },
      };
    };
    return { state, openSerial };
  };
  const settings = { path: '/dev/modem', baudRate: 115_200, timeoutMs: 300 };

  it('is spoken to in PDU mode, one message after the other', async () => {
    const { state, openSerial } = modem();
    const channel = new GsmSms(settings, openSerial);
    await Promise.all([channel.send('919820098200', 'Code 123456', never), channel.send('919820098201', 'Code 654321', never)]);
    expect(state.messages.map(readPdu)).toMatchObject([
      { to: '919820098200', text: 'Code 123456' },
      { to: '919820098201', text: 'Code 654321' },
    ]);
    expect(state.commands.slice(0, 5)).toEqual(['AT', 'ATE0', 'AT+CPIN?', 'AT+CMGF=0', 'AT+CMGS=23']);
    expect(state).toMatchObject({ mostOpen: 1, open: 0 });
  });

  it('gets its PIN, once, and only when it asks', async () => {
    const { state, openSerial } = modem({ pin: '1234' });
    const channel = new GsmSms({ ...settings, pin: '1234' }, openSerial);
    await channel.send('91982', 'a', never);
    await channel.send('91982', 'b', never);
    expect(state.commands.filter((command) => command.startsWith('AT+CPIN='))).toEqual(['AT+CPIN="1234"']);
    await expect(new GsmSms(settings, modem({ pin: '1234' }).openSerial).send('91982', 'a', never)).rejects.toMatchObject({
      message: 'the SIM card is not ready: SIM PIN',
    });
  });

  it('that refuses its PIN is not given it again: the third time would lock the card', async () => {
    const { state, openSerial } = modem({ pin: '1234', refuse: /CPIN=/ });
    const channel = new GsmSms({ ...settings, pin: '9999' }, openSerial);
    await expect(channel.send('91982', 'a', never)).rejects.toMatchObject({ code: 'unavailable' });
    for (const _ of ['again', 'and again'])
      await expect(channel.send('91982', 'a', never)).rejects.toMatchObject({
        code: 'unavailable',
        message: 'the SIM card refused its PIN, which is not entered again before the next start',
      });
    expect(state.commands.filter((command) => command.startsWith('AT+CPIN='))).toEqual(['AT+CPIN="9999"']);
    // entered by a person meanwhile
    state.isLocked = false;
    await channel.send('91982', 'a', never);
    expect(state.messages).toHaveLength(1);
  });

  it('that refuses or falls silent is reported, and the line is released', async () => {
    const refusing = modem({ refuse: /CMGS/ });
    await expect(new GsmSms(settings, refusing.openSerial).send('91982', 'a', never)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the modem refused AT+CMGS: +CMS ERROR: 38',
    });
    const mute = modem({ mute: /message/ });
    const channel = new GsmSms({ ...settings, timeoutMs: 50 }, mute.openSerial);
    await expect(channel.send('91982', 'a', never)).rejects.toMatchObject({ message: 'the modem did not answer to the message' });
    expect([refusing.state.open, mute.state.open]).toEqual([0, 0]);
    const gone = new GsmSms(settings, () => Promise.reject(new Error('no such port')));
    await expect(gone.send('91982', 'a', never)).rejects.toMatchObject({ message: 'the modem on /dev/modem cannot be opened' });
  });

  it.each(['open', 'close'] as const)('whose port does not %s holds up no message after it', async (what) => {
    const { state, openSerial } = modem();
    let hangs = true;
    const late = Promise.withResolvers<void>();
    const channel = new GsmSms({ ...settings, timeoutMs: 50 }, async (place) => {
      if (hangs && what === 'open') await late.promise;
      const line = await openSerial(place);
      return hangs && what === 'close' ? { ...line, close: () => late.promise.then(line.close) } : line;
    });
    const first = channel.send('91982', 'first', never).catch(messageOf);
    await expect.poll(() => state.commands.length >= 5 || what === 'open').toBe(true);
    const said = await first;
    hangs = false;
    await channel.send('91982', 'second', never);
    expect(said).toBe(what === 'open' ? 'the modem on /dev/modem cannot be opened' : undefined);
    expect(state.messages.map((message) => readPdu(message).text).at(-1)).toBe('second');
    late.resolve();
    // a port that opens after all is given back
    await expect.poll(() => state.open).toBe(0);
  });

  it('sends alarms before codes, the critical ones first, and codes in their turn', async () => {
    const { state, openSerial } = modem();
    const channel = new GsmSms(settings, openSerial);
    const codes = [1, 2, 3].map((n) => channel.send('91982', `code ${n}`, never));
    const alarms = ([4, 1, 2] as const).map((priority) => channel.send('91982', `alarm ${priority}`, never, priority));
    await Promise.all([...codes, ...alarms]);
    const texts = state.messages.map((message) => readPdu(message).text);
    expect(texts).toEqual(['code 1', 'alarm 1', 'alarm 2', 'alarm 4', 'code 2', 'code 3']);
  });

  it('that is busy for too long has not refused: the message may be tried again, and those behind it are sent', async () => {
    const { state, openSerial } = modem({ mute: /message/ });
    const channel = new GsmSms({ ...settings, timeoutMs: 50 }, openSerial);
    const first = channel.send('91982', 'first', never).catch(() => 'failed');
    const hurry = new AbortController();
    const waiting = channel.send('91982', 'second', hurry.signal);
    hurry.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable', message: 'the modem was busy with other messages' });
    expect(await first).toBe('failed');
    expect(state.open).toBe(0);
  });

  it('takes no command hidden in number or text', async () => {
    const { state, openSerial } = modem();
    const channel = new GsmSms(settings, openSerial);
    for (const [to, text] of [
      ['91"\rATD', 'a'],
      ['91982', ''],
      ['91982', 'x'.repeat(153 * 8 + 1)],
    ] as const)
      await expect(channel.send(to, text, never)).rejects.toMatchObject({ code: 'badRequest' });
    expect(state.commands).toEqual([]);
    await channel.send('91982', 'a\x1aATD1\r', never);
    expect(state.messages).toHaveLength(1);
    expect(state.messages.map(readPdu)).toMatchObject([{ text: 'a\x1aATD1\r' }]);
  });
});
