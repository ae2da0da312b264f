import type { Transporter } from 'nodemailer';
import { Failure, messageOf } from '../../core/fail.ts';
import { escapeHtml } from '../../core/text/escapeHtml.ts';
import type { MessageChannel, OutgoingMessage } from './model.ts';

export type EmailSettings = {
  host: string;
  port: number;
  /** TLS from the first byte; without it TLS is used where the server offers it. */
  secure: boolean;
  /** Refuses to send where the server offers no TLS. */
  requireTls: boolean;
  user?: string | undefined;
  password?: string | undefined;
  from: string;
  timeoutMs: number;
};

/** A file that goes with a mail. */
export type Attachment = { fileName: string; contentType: string; path: string };

/** A mail of the server's own. */
type Mail = { id: string; subject: string; text: string; html?: string; attachments: readonly Attachment[] };

/** All of one mail, from the queue for a connection to the server's last word. */
const LONGEST_MS = 120_000;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The login, TLS or its kind is wanted first (RFC 4954, RFC 3207): a setting is put right, and the mail goes. */
const LOGIN_WANTED = new Set([530, 534, 535, 538]);
/** A full mailbox is emptied (RFC 5321, 4.5.3.1.10). */
const MAILBOX_FULL = 552;

/**
 * An answer of 500 and above to recipient or text is for good; one to what goes before them, the sender's address too, is about the plant
 * and may be another tomorrow.
 */
const isForGood = (error: unknown): boolean => {
  if (!(error instanceof Error && 'responseCode' in error && 'code' in error)) return false;
  const answer = Number(error.responseCode);
  const command = 'command' in error ? error.command : '';
  if (answer < 500 || LOGIN_WANTED.has(answer)) return false;
  if (error.code === 'EMESSAGE') return true;
  return error.code === 'EENVELOPE' && command !== 'MAIL FROM' && !(command === 'RCPT TO' && answer === MAILBOX_FULL);
};

/** Mail through the plant's own or any other SMTP server. */
export class Email implements MessageChannel {
  readonly name = 'email';
  /** The server may be in the plant. */
  readonly needsInternet = false;
  readonly #settings: EmailSettings;
  /** Of their own each: alarms do not wait for reports. */
  readonly #transports: Partial<Record<'alarms' | 'others', Promise<Transporter>>> = {};

  constructor(settings: EmailSettings) {
    this.#settings = settings;
  }

  /** Made with the first mail, so that a start does not read what few plants use. */
  async #connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const { host, port, secure, requireTls, user, password, timeoutMs } = this.#settings;
    return createTransport({
      pool: true,
      maxConnections: 2,
      host,
      port,
      secure,
      requireTLS: requireTls,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: false,
      disableUrlAccess: true,
      ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    });
  }

  send(to: string, { deliveryId, title, body, action }: OutgoingMessage, signal: AbortSignal): Promise<void> {
    const lines = [body, action].filter(Boolean);
    const html = `<h2>${escapeHtml(title)}</h2>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}`;
    const mail = { id: deliveryId, subject: title, text: lines.join('\n\n'), html, attachments: [] };
    return this.#mail('alarms', to, mail, signal);
  }

  /** Any mail of the server's own, such as a report. @throws as `send`. */
  mail(to: string, mail: Mail, signal: AbortSignal): Promise<void> {
    return this.#mail('others', to, mail, signal);
  }

  async #mail(kind: 'alarms' | 'others', to: string, mail: Mail, signal: AbortSignal): Promise<void> {
    if (!/^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,255}$/.test(to)) throw new Failure('badRequest', 'not an e-mail address');
    const { id, subject, text, html, attachments } = mail;
    this.#transports[kind] ??= this.#connect();
    const transport = await this.#transports[kind];
    const sending = transport.sendMail({
      from: this.#settings.from,
      // an address object: nothing in it can become a header
      to: { name: '', address: to },
      subject: oneLine(subject).slice(0, 200),
      text,
      ...(html !== undefined && { html }),
      messageId: `<${id}@headworks>`,
      attachments: attachments.map(({ fileName, contentType, path }) => ({ filename: fileName, contentType, path })),
      // a server that goes on byte by byte is never idle, and would keep its connection
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
    });
    try {
      await sending;
    } catch (error) {
      throw new Failure(
        isForGood(error) ? 'badRequest' : 'unavailable',
        `the mail server: ${oneLine(messageOf(error)).slice(0, 200)}`,
        {
          cause: error,
        },
      );
    }
  }

  stop(): void {
    for (const transport of Object.values(this.#transports))
      void transport.then((one) => one.close({ force: true })).catch(() => undefined);
  }
}
