import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { importSPKI, jwtVerify } from 'jose';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { Email, type EmailSettings } from './email.ts';
import { Messaging } from './messaging.ts';
import type { OutgoingMessage } from './model.ts';
import { Push } from './push.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
const never = new AbortController().signal;

const alarm = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  deliveryId: 'd-1',
  title: 'Tank 3 level high',
  body: '4.21 m (97 %), limit 4.00. Full in about 20 min at 31 m3/h.',
  action: 'Stop the intake pump.',
  sms: 'Tank 3 level high',
  priority: 1,
  data: { notificationId: 'n-1', unitId: 'u-3', alertType: 'level_exceed_alert', date: '21/11/2026', type: 'level_exceed' },
  ...more,
});

const smtp = async (options: SMTPServerOptions = {}) => {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (piece) => (text += piece.toString()));
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => new Promise((done) => server.close(() => done(undefined))));
  const port = (server.server.address() as AddressInfo).port;
  const channel = (settings: Partial<EmailSettings> = {}): Email => {
    const email = new Email({
      host: '127.0.0.1',
      port,
      secure: false,
      requireTls: false,
      from: 'Headworks <headworks@plant.example>',
      timeoutMs: 2000,
      ...settings,
    });
    closers.push(() => email.stop());
    return email;
  };
  return { mails, channel };
};

describe('a mail', () => {
  it('to a server that goes on with its answer for ever is given up, and its connection with it', async () => {
    const sockets = new Set<Socket>();
    const timers: NodeJS.Timeout[] = [];
    const dripping = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      socket.write('220 mail\r\n');
      socket.once('data', () => timers.push(setInterval(() => socket.write('250-more\r\n'), 20)));
    }).listen(0, '127.0.0.1');
    await once(dripping, 'listening');
    closers.push(() => {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      dripping.close();
    });
    const { port } = dripping.address() as AddressInfo;
    const { channel } = await smtp();
    const email = channel({ port });
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(email.send('asha@plant.example', alarm(), AbortSignal.timeout(200))).rejects.toMatchObject({
        code: 'unavailable',
      });
    }
    await vi.waitFor(() => expect(sockets.size).toBe(0), { timeout: 60_000 });
  });

  it('with an alarm does not wait for reports that a slow server takes its time for', async () => {
    let isSlow = true;
    const slowly: (() => void)[] = [];
    const { mails, channel } = await smtp({
      onMailFrom(_address, _session, done) {
        if (isSlow) slowly.push(done);
        else done();
      },
    });
    const email = channel({ timeoutMs: 60_000 });
    const report = { id: 'r', subject: 'Report', text: 'attached', attachments: [] };
    const reports = [1, 2, 3].map(() => email.mail('asha@plant.example', report, never).catch(() => undefined));
    await vi.waitFor(() => expect(slowly.length).toBeGreaterThan(0), { timeout: 60_000 });
    isSlow = false;
    await email.send('asha@plant.example', alarm(), AbortSignal.timeout(10_000));
    expect(mails.map(({ text }) => /Subject: (.*)/.exec(text)?.[1])).toEqual(['Tank 3 level high']);
    for (const goOn of slowly) goOn();
    await Promise.all(reports);
  });

  it('arrives with what happened and what to do', async () => {
    const { mails, channel } = await smtp();
    await channel().send('asha@plant.example', alarm(), never);
    const [mail] = mails;
    expect(mail?.to).toEqual(['asha@plant.example']);
    expect(mail?.text).toContain('Subject: Tank 3 level high');
    expect(mail?.text).toContain('Message-ID: <d-1@headworks>');
    expect(mail?.text).toContain('Stop the intake pump.');
  });

  it('takes no header and no markup from a name', async () => {
    const { mails, channel } = await smtp();
    const title = 'Tank <b>3</b>\r\nBcc: thief@example.org\r\n\r\nhello';
    await channel().send('asha@plant.example', alarm({ title, body: '<script>alert(1)</script>', action: '<i>now</i>' }), never);
    const [head = '', ...rest] = (mails[0]?.text ?? '').split('\r\n\r\n');
    expect(head).not.toMatch(/^Bcc:/im);
    expect(mails[0]?.to).toEqual(['asha@plant.example']);
    const html = rest.join('\r\n\r\n').slice(rest.join('\r\n\r\n').indexOf('text/html'));
    expect(html).toMatch(/&lt;b&gt;3&lt;\/b&gt;.*&lt;script&gt;.*&lt;i&gt;now/s);
    expect(html).not.toMatch(/<(b|script|i)>/);
  });

  it('goes to no address that is none', async () => {
    const { mails, channel } = await smtp();
    for (const to of ['asha', 'a@b\r\nBcc: c@d', 'a@b, c@d', '<a@b>', 'a b@c'])
      await expect(channel().send(to, alarm(), never)).rejects.toMatchObject({ code: 'badRequest' });
    expect(mails).toEqual([]);
  });

  it('may be tried again when the server is away or busy, and not when it refuses for good', async () => {
    const { channel } = await smtp({
      onRcptTo({ address }, _session, done) {
        const responseCode = address.startsWith('nobody') ? 550 : 451;
        done(Object.assign(new Error('no such mailbox'), { responseCode }));
      },
    });
    await expect(channel().send('nobody@plant.example', alarm(), never)).rejects.toMatchObject({ code: 'badRequest' });
    await expect(channel().send('busy@plant.example', alarm(), never)).rejects.toMatchObject({ code: 'unavailable' });
    const away = channel({ port: 1, timeoutMs: 300 });
    await expect(away.send('asha@plant.example', alarm(), never)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(channel({ requireTls: true }).send('asha@plant.example', alarm(), never)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('may be tried again where the server refuses the plant and not the mail, as before its password or its sender is put right', async () => {
    const refusing = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
    const sender = await smtp({ onMailFrom: (_address, _session, done) => done(refusing(550, '5.7.1 sender not allowed')) });
    await expect(sender.channel().send('asha@plant.example', alarm(), never)).rejects.toMatchObject({ code: 'unavailable' });
    for (const code of [530, 534, 535, 538]) {
      const login = await smtp({ onRcptTo: (_address, _session, done) => done(refusing(code, '5.7.0 log in first')) });
      await expect(login.channel().send('asha@plant.example', alarm(), never)).rejects.toMatchObject({ code: 'unavailable' });
    }
    const full = await smtp({ onRcptTo: (_address, _session, done) => done(refusing(552, '5.2.2 mailbox full')) });
    await expect(full.channel().send('asha@plant.example', alarm(), never)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is given up when asked to', async () => {
    const { channel } = await smtp({ onConnect: () => undefined });
    const stop = new AbortController();
    const sending = channel({ timeoutMs: 60_000 }).send('asha@plant.example', alarm(), stop.signal);
    stop.abort();
    await expect(sending).rejects.toMatchObject({ code: 'unavailable' });
  });
});

type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
const service = async (answer: (received: Received) => { status: number; body?: object | string }) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    received.push(one);
    const { status, body: said = {} } = answer(one);
    const isPage = typeof said === 'string';
    response
      .writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json' })
      .end(isPage ? said : JSON.stringify(said));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, at: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

describe('a message by WhatsApp', () => {
  const settings = {
    kind: 'whatsapp',
    phoneNumberId: '1055',
    token: 'secret-token',
    template: 'plant_alarm',
    language: 'en',
    timeoutMs: 2000,
  } as const;

  it('fills the approved template with text that a template may hold', async () => {
    const { received, at } = await service(() => ({ status: 200 }));
    await new Messaging({ ...settings, baseUrl: at }).send('919820098200', alarm({ title: 'Tank\t3\n    high' }), never);
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/1055/messages',
      headers: { authorization: 'Bearer secret-token' },
    });
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      messaging_product: 'whatsapp',
      to: '919820098200',
      template: {
        name: 'plant_alarm',
        components: [{ parameters: [{ text: 'Tank 3 high' }, { text: expect.stringContaining('Stop the intake') }] }],
      },
    });
  });

  it('tells refusals apart from faults that pass, and never the secret', async () => {
    let status = 400;
    const { at } = await service(() => ({ status }));
    const channel = new Messaging({ ...settings, baseUrl: at });
    await expect(channel.send('91', alarm(), never)).rejects.toMatchObject({
      code: 'badRequest',
      message: 'WhatsApp answered 400',
    });
    status = 503;
    await expect(channel.send('91', alarm(), never)).rejects.toMatchObject({ code: 'unavailable' });
    status = 429;
    await expect(channel.send('91', alarm(), never)).rejects.toMatchObject({ code: 'unavailable' });
    const telegram = new Messaging({
      kind: 'telegram',
      baseUrl: 'http://127.0.0.1:1',
      botToken: '77:top-secret',
      timeoutMs: 500,
    });
    await expect(telegram.send('5', alarm(), never)).rejects.not.toMatchObject({
      message: expect.stringContaining('top-secret'),
    });
  });
});

describe('a message that WhatsApp refuses by the code of its answer', () => {
  it.each([
    [4, 'unavailable'],
    [80007, 'unavailable'],
    [130429, 'unavailable'],
    [131048, 'unavailable'],
    [131056, 'unavailable'],
    [131000, 'unavailable'],
    [190, 'unavailable'],
    [131026, 'badRequest'],
    [132001, 'badRequest'],
  ])('%d is %s', async (code, wanted) => {
    const said = { message: `(#${code}) said`, type: 'OAuthException', code };
    const { at } = await service(() => ({ status: 400, body: { error: said } }));
    const channel = new Messaging({
      kind: 'whatsapp',
      baseUrl: at,
      phoneNumberId: '1055',
      token: 'secret-token',
      template: 'plant_alarm',
      language: 'en',
      timeoutMs: 2000,
    });
    await expect(channel.send('919820098200', alarm(), never)).rejects.toMatchObject({ code: wanted });
  });
});

describe('a message by Telegram', () => {
  it('has not gone out where a page for people comes in place of an answer', async () => {
    const { at } = await service(() => ({ status: 200, body: '<html>Please log in to this network</html>' }));
    const channel = new Messaging({ kind: 'telegram', baseUrl: at, botToken: '77:x', timeoutMs: 2000 });
    await expect(channel.send('5', alarm(), never)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Telegram gave no answer of its own: a page of the network came in its place',
    });
  });

  it('is sent by the bot, as plain text', async () => {
    const { received, at } = await service(() => ({ status: 200 }));
    const channel = new Messaging({ kind: 'telegram', baseUrl: at, botToken: '77:abc', timeoutMs: 2000 });
    await channel.send('-100200', alarm({ title: '<b>*Tank*</b>' }), never);
    expect(received[0]?.url).toBe('/bot77:abc/sendMessage');
    const sent = JSON.parse(received[0]?.body ?? '');
    expect(sent).toMatchObject({ chat_id: '-100200', text: expect.stringMatching(/^<b>\*Tank\*<\/b>\n/) });
    expect(sent.parse_mode).toBeUndefined();
  });
});

describe('a push message', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  type Answer = { status: number; body?: object | string };
  const start = async (answerOf: (received: Received) => Answer = () => ({ status: 200 })) => {
    const granted = { access_token: 'granted', expires_in: 3600 };
    const rig = await service((received) => ({ body: granted, ...answerOf(received) }));
    const clock = new ManualClock(Date.now());
    const settings = {
      projectId: 'plant-7',
      clientEmail: 'hw@plant-7.example',
      privateKey,
      tokenUrl: `${rig.at}/token`,
      baseUrl: rig.at,
      timeoutMs: 2000,
    };
    return { ...rig, clock, channel: new Push(settings, clock) };
  };

  it('shows a signed assertion once an hour, and its token with each message', async () => {
    const { received, clock, channel, at } = await start();
    await channel.send('phone-token', alarm(), never);
    await channel.send('phone-token', alarm({ priority: 3 }), never);
    expect(received.map(({ url }) => url)).toEqual([
      '/token',
      '/v1/projects/plant-7/messages:send',
      '/v1/projects/plant-7/messages:send',
    ]);
    const assertion = new URLSearchParams(received[0]?.body).get('assertion') ?? '';
    const { payload } = await jwtVerify(assertion, await importSPKI(publicKey, 'RS256'), {
      audience: `${at}/token`,
      issuer: 'hw@plant-7.example',
    });
    expect(payload.scope).toBe('https://www.googleapis.com/auth/firebase.messaging');
    expect(received[1]?.headers.authorization).toBe('Bearer granted');
    const sent = received.slice(1).map(({ body }) => JSON.parse(body).message);
    expect(sent).toMatchObject([
      {
        token: 'phone-token',
        notification: { title: 'Tank 3 level high', body: expect.stringContaining(' Stop the intake pump.') },
        android: { priority: 'high' },
      },
      { android: { priority: 'normal' } },
    ]);
    for (const value of Object.values(sent[0].data)) expect(typeof value).toBe('string');
    clock.advance(3_600_000);
    await channel.send('phone-token', alarm(), never);
    expect(received.filter(({ url }) => url === '/token')).toHaveLength(2);
  });

  const isToken = ({ url }: Received): boolean => url === '/token';
  const page = '<html>This page is blocked</html>';
  const unregistered = { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } };

  it('to a phone that is gone says so', async () => {
    const { channel } = await start((one) => (isToken(one) ? { status: 200 } : { status: 404, body: unregistered }));
    await expect(channel.send('old', alarm(), never)).rejects.toMatchObject({ code: 'notFound' });
  });

  it.each<[string, (one: Received) => Answer]>([
    ['the service for tokens is not found', (one) => ({ status: isToken(one) ? 404 : 200 })],
    ['the service for tokens refuses the time of the server', (one) => ({ status: isToken(one) ? 400 : 200 })],
    ['a firewall says that there is no such page', (one) => (isToken(one) ? { status: 200 } : { status: 404, body: page })],
    ['the project is not found', (one) => (isToken(one) ? { status: 200 } : { status: 404, body: { error: {} } })],
    ['a page for people comes in place of an answer', (one) => (isToken(one) ? { status: 200 } : { status: 200, body: page })],
  ])('is tried again and forgets no phone where %s', async (_, answerOf) => {
    const { channel } = await start(answerOf);
    await expect(channel.send('phone-token', alarm(), never)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is tried again with a new token where the old one is refused, as after the clock was set back', async () => {
    let isRefused = true;
    const { channel, received } = await start((one) => ({ status: isRefused && !isToken(one) ? 401 : 200 }));
    await expect(channel.send('phone-token', alarm(), never)).rejects.toMatchObject({ code: 'unavailable' });
    isRefused = false;
    await channel.send('phone-token', alarm(), never);
    expect(received.filter(isToken)).toHaveLength(2);
  });

  it('without a usable key fails for good', async () => {
    const channel = new Push(
      {
        projectId: 'p',
        clientEmail: 'c',
        privateKey: 'none',
        tokenUrl: 'http://127.0.0.1:1',
        baseUrl: 'http://127.0.0.1:1',
        timeoutMs: 200,
      },
      new ManualClock(0),
    );
    await expect(channel.send('t', alarm(), never)).rejects.toMatchObject({ code: 'badRequest' });
  });
});
