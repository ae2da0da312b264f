import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../core/fail.ts';
import type { OpenSerial, SerialLine } from '../../core/field/serialLine.ts';
import { type Pdu, submitPdus } from './gsmPdu.ts';
import type { SmsChannel } from './model.ts';
import { UrgentFirst } from './urgentFirst.ts';

export type GsmSmsSettings = {
  path: string;
  baudRate: number;
  /** PIN of the SIM card, where it has one. */
  pin?: string | undefined;
  /** For one command; sending itself may take four times as long. */
  timeoutMs: number;
};

const CTRL_Z = '\x1a';
const ESCAPE = '\x1b';
const FAILED = /(?:^|\n)(\+CM[ES] ERROR:[^\r\n]*|ERROR[ \t]*)[\r\n]/;
const OK = /(?:^|\n)OK[ \t]*[\r\n]/;
const PROMPT = /(?:^|\n)> ?$/;

/** After alarms of every priority. */
const RANK_OF_CODES = 5;

/** A GSM modem on a serial port, driven by AT commands (3GPP TS 27.005 PDU mode), one message at a time, alarms before codes. */
export class GsmSms implements SmsChannel {
  readonly name = 'gsm';
  readonly #settings: GsmSmsSettings;
  readonly #open: OpenSerial;
  readonly #turns = new UrgentFirst();
  #reference = 0;
  #isPinRefused = false;

  constructor(settings: GsmSmsSettings, openSerial: OpenSerial) {
    this.#settings = settings;
    this.#open = openSerial;
  }

  send(to: string, text: string, signal: AbortSignal, priority?: 1 | 2 | 3 | 4): Promise<void> {
    if (!/^\d{4,15}$/.test(to)) return Promise.reject(new Failure('badRequest', 'the number is not 4 to 15 digits'));
    this.#reference = (this.#reference + 1) % 256;
    const pdus = text === '' ? undefined : submitPdus(to, text, this.#reference);
    if (!pdus) return Promise.reject(new Failure('badRequest', 'the text is empty or longer than 8 parts'));
    return this.#turns.run(priority ?? RANK_OF_CODES, signal, () => this.#send(pdus, signal));
  }

  async #send(pdus: readonly Pdu[], signal: AbortSignal): Promise<void> {
    const { pin, timeoutMs } = this.#settings;
    const line = await this.#openLine();
    const modem = new Dialogue(line, signal);
    try {
      // leaves a message that an earlier dialogue may have left half typed
      line.write(ESCAPE);
      await modem.ask('AT', OK, timeoutMs);
      await modem.ask('ATE0', OK, timeoutMs);
      await this.#unlock(modem, pin);
      await modem.ask('AT+CMGF=0', OK, timeoutMs);
      for (const { hex, octets } of pdus) {
        await modem.ask(`AT+CMGS=${octets}`, PROMPT, timeoutMs);
        await modem.ask(`${hex}${CTRL_Z}`, OK, 4 * timeoutMs, '');
      }
    } finally {
      // a driver that hangs keeps the port; who comes next gets its turn and finds it in use
      await Promise.race([line.close(), sleep(timeoutMs, undefined, { ref: false })]);
    }
  }

  async #openLine(): Promise<SerialLine> {
    const { timeoutMs } = this.#settings;
    const opening = this.#open(this.#settings);
    const given = new AbortController();
    const overdue = sleep(timeoutMs, undefined, { signal: given.signal }).then(() => {
      // it may open after all
      opening.then((line) => line.close()).catch(() => undefined);
      throw new Error('the port does not open');
    });
    try {
      return await Promise.race([opening, overdue]);
    } catch (error) {
      throw new Failure('unavailable', `the modem on ${this.#settings.path} cannot be opened`, { cause: error });
    } finally {
      given.abort();
    }
  }

  /** Enters the PIN where the card asks for it, and not again after it was refused: a wrong one that is tried three times locks the card. */
  async #unlock(modem: Dialogue, pin: string | undefined): Promise<void> {
    const { timeoutMs } = this.#settings;
    const state = await modem.ask('AT+CPIN?', OK, timeoutMs);
    if (/\+CPIN:\s*READY/.test(state)) {
      this.#isPinRefused = false;
      return;
    }
    if (!/\+CPIN:\s*SIM PIN\b/.test(state) || pin === undefined)
      throw new Failure('unavailable', `the SIM card is not ready: ${/\+CPIN:\s*([^\r\n]*)/.exec(state)?.[1] ?? 'no answer'}`);
    if (this.#isPinRefused)
      throw new Failure('unavailable', 'the SIM card refused its PIN, which is not entered again before the next start');
    // what is cut off may have been refused
    this.#isPinRefused = true;
    await modem.ask(`AT+CPIN="${pin}"`, OK, timeoutMs);
    this.#isPinRefused = false;
  }
}

/** Commands and answers on an open line. */
class Dialogue {
  readonly #line: SerialLine;
  readonly #signal: AbortSignal;
  #received = '';
  #listener: (() => void) | undefined;

  constructor(line: SerialLine, signal: AbortSignal) {
    this.#line = line;
    this.#signal = signal;
    line.onText((text) => {
      this.#received += text;
      this.#listener?.();
    });
  }

  /** Sends a command and answers all that came up to the wanted end. @throws Failure `unavailable`. */
  async ask(command: string, wanted: RegExp, timeoutMs: number, end = '\r'): Promise<string> {
    this.#received = '';
    const name = end === '' ? 'the message' : command.split(/[=?]/, 1)[0];
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]);
    const answered = new Promise<string>((resolve, reject) => {
      const giveUp = (): void => reject(new Failure('unavailable', `the modem did not answer to ${name}`));
      if (signal.aborted) giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      this.#listener = () => {
        const error = FAILED.exec(this.#received)?.[1]?.trim();
        if (error) reject(new Failure('unavailable', `the modem refused ${name}: ${error}`));
        else if (wanted.test(this.#received)) resolve(this.#received);
      };
    });
    this.#line.write(`${command}${end}`);
    try {
      return await answered;
    } finally {
      this.#listener = undefined;
    }
  }
}
