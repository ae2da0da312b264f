import { basename, extname, join } from 'node:path';
import type { Clock } from '../../../core/clock.ts';
import { isFailure, messageOf } from '../../../core/fail.ts';
import type { Log } from '../../../core/log.ts';
import { HOUR_MS } from '../../../core/time.ts';
import type { Email } from '../../delivery/index.ts';
import { mediaTypes, type ReportFormat } from '../order.ts';
import type { Mail, ScheduleStore } from './scheduleStore.ts';

export type MailingParts = {
  store: Pick<ScheduleStore, 'dueMails' | 'settled' | 'again'>;
  /** Absent where no mail server is set up: the reports wait in their folder. */
  email: Pick<Email, 'mail'> | undefined;
  dataFolder: string;
  clock: Clock;
  log: Log;
};

const FIRST_WAIT_MS = 60_000;
const MOST_WAIT_MS = HOUR_MS;
/** With these waits about a day. */
const MOST_ATTEMPTS = 30;
const TIME_LIMIT_MS = 120_000;

/** Sends reports that were made to those who get them, again and again until the mail server takes them. */
export class Mailing {
  readonly #parts: MailingParts;
  /** Taken by the mail server, and not stored as such yet: on a full disk they must not go out again every minute. */
  readonly #sent = new Set<string>();

  constructor(parts: MailingParts) {
    this.#parts = parts;
  }

  /** Every mail that is due, one after the other. */
  async send(signal: AbortSignal): Promise<void> {
    const { store, email, clock } = this.#parts;
    for (const mail of await store.dueMails(clock.now())) {
      if (signal.aborted) return;
      if (this.#sent.has(mail.id)) await this.#settled(mail.id);
      else if (email) await this.#send(mail, email, signal);
      else await store.settled(mail.id, { sentAtMs: null, error: 'no mail server is set up' });
    }
  }

  async #send(mail: Mail, email: Pick<Email, 'mail'>, signal: AbortSignal): Promise<void> {
    const { store, clock, dataFolder, log } = this.#parts;
    const fileName = basename(mail.file);
    const format = extname(fileName).slice(1) as ReportFormat;
    try {
      await email.mail(
        mail.recipient,
        {
          id: mail.id,
          subject: fileName.slice(0, -extname(fileName).length),
          text: `The report ${fileName} is attached. It was made by itself and is kept on the server of the plant.`,
          attachments: [{ fileName, contentType: mediaTypes[format], path: join(dataFolder, mail.file) }],
        },
        AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
      );
      this.#sent.add(mail.id);
    } catch (error) {
      if (signal.aborted) return;
      const isOver = isFailure(error, 'badRequest') || mail.attempts + 1 >= MOST_ATTEMPTS;
      log.warn({ err: error, recipient: mail.recipient }, 'a report could not be mailed');
      const waitMs = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** mail.attempts);
      if (isOver) await store.settled(mail.id, { sentAtMs: null, error: messageOf(error).slice(0, 500) });
      else await store.again(mail.id, messageOf(error).slice(0, 500), clock.now() + waitMs);
      return;
    }
    await this.#settled(mail.id);
  }

  async #settled(id: string): Promise<void> {
    const { store, clock } = this.#parts;
    await store.settled(id, { sentAtMs: clock.now(), error: '' });
    this.#sent.delete(id);
  }
}
