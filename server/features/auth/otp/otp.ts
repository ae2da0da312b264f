import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/fail.ts';
import type { Log } from '../../../core/log.ts';
import { networkOf } from '../../../core/text/addressNetwork.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { AuditTrail } from '../../audit/index.ts';
import type { SmsChannel } from '../../delivery/index.ts';
import type { TryWindow } from '../attemptStore.ts';
import type { Attempts } from '../attempts.ts';
import { loadSecret } from '../keys.ts';
import type { Account, User } from '../model.ts';
import type { Comer } from '../passwords/credentials.ts';
import { refuseDisabled } from '../passwords/credentials.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { AuthStore } from '../store.ts';
import { hashToken } from '../tokens.ts';
import type { OtpStore } from './otpStore.ts';

export type OtpParts = {
  store: OtpStore;
  devices: Pick<AuthStore, 'isKnownDevice'>;
  index: SessionIndex;
  attempts: Attempts;
  units: UnitDirectory;
  audit: AuditTrail;
  clock: Clock;
  log: Log;
  /** File of the key that codes are made with, made at first start. */
  keyFile: string;
  /** undefined where no way to send an SMS is configured. */
  sms: SmsChannel | undefined;
  /** Goes before every number, such as 91. */
  countryCode: string;
  /** Text of the message; `{code}` is replaced by the code. */
  text: string;
  /** Codes for one number, and tries from one address; an empty list lifts a limit. */
  limits: { generate: readonly TryWindow[]; verify: readonly TryWindow[] };
  /** Numbers that get no SMS and whose code is known; empty outside a demo. */
  testCodes: ReadonlyMap<string, string>;
};

const LIFETIME_MS = 5 * 60_000;
const TRIES_PER_CODE = 5;
const FAILED_PER_NUMBER: TryWindow = { max: 20, seconds: 86_400 };
const DIGITS = 6;

/** Of a device that has logged in with the number before; strangers cannot use these up. */
const FAILED_PER_DEVICE: TryWindow = { max: 10, seconds: 86_400 };

const GENERATE = 'otp.generate';
const VERIFY = 'otp.verify';
const FAILED = 'otp.failed';
const DEVICE = '.device';

/** One-time codes by SMS. */
export class Otp {
  readonly #parts: OtpParts;
  readonly #sending = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #key: KeyObject | undefined;
  #saidWithoutSms = false;

  constructor(parts: OtpParts) {
    this.#parts = parts;
  }

  /** @throws Failure `unavailable` when the key file is damaged. */
  start(): void {
    this.#key = loadSecret(this.#parts.keyFile);
  }

  /** Gives up messages that are under way; may be called twice. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#sending);
  }

  /**
   * Sends a code to a registered number. The same work is done for an unknown one, and the answer does not wait for the message.
   * @returns the second of issue, which the login has to name.
   * @throws Failure `rateLimit`, `credentials` for an unregistered number, `disabled`, or `unavailable` without a channel.
   */
  async request(phone: string, { ip, requestId, deviceId }: Comer): Promise<number> {
    const { attempts, store, index, units, audit, clock, sms, testCodes, limits } = this.#parts;
    const user = index.userByPhone(phone);
    const device = await this.#knownDevice(user, deviceId);
    if (device) await attempts.take(GENERATE + DEVICE, `${phone} ${device}`, limits.generate);
    else await attempts.take(GENERATE, phone, limits.generate);
    const nowMs = clock.now();
    const issuedS = Math.floor(nowMs / 1000);
    const nonce = randomBytes(16).toString('base64url');
    await store.issue({ phoneHash: hashToken(phone), issuedS }, nonce, nowMs, nowMs + LIFETIME_MS);
    const code = this.#codeOf(phone, issuedS, nonce);
    if (!user?.active || !units.industry(user.industryId)) {
      audit.gather({ kind: 'otp', outcome: 'refused', industryId: null, userId: null, ip, requestId });
      throw new Failure('credentials', 'Unregistered Number');
    }
    refuseDisabled({ user, industryId: user.industryId }, units);
    if (testCodes.has(phone)) return issuedS;
    if (!sms) throw this.#withoutSms();
    this.#send(sms, phone, code, user.id);
    return issuedS;
  }

  /**
   * Whose number it is, for a code that was issued for it, once.
   * @param issuedS what `request` answered.
   * @throws Failure `rateLimit`, `credentials` or `disabled`.
   */
  async verify(phone: string, sent: string, issuedS: number, { ip, requestId, deviceId }: Comer): Promise<Account> {
    const { attempts, store, index, units, audit, clock, limits } = this.#parts;
    await attempts.take(VERIFY, networkOf(ip), limits.verify);
    const user = index.userByPhone(phone);
    const device = await this.#knownDevice(user, deviceId);
    const [scope, subject, window] = device
      ? ([FAILED + DEVICE, `${phone} ${device}`, FAILED_PER_DEVICE] as const)
      : ([FAILED, phone, FAILED_PER_NUMBER] as const);
    // counted before it is looked at, so that tries at the same moment cannot outrun the count
    await attempts.take(scope, subject, [window], 'Too many wrong codes for this number');
    const issued = { phoneHash: hashToken(phone), issuedS };
    const nonce = await store.tryCode(issued, { maxTries: TRIES_PER_CODE, lifetimeMs: LIFETIME_MS }, clock.now());
    const matches = isSame(sent, this.#codeOf(phone, issuedS, nonce ?? ''));
    const isOpen = nonce !== undefined && matches && user?.active === true && units.industry(user.industryId) !== undefined;
    if (!isOpen || !(await store.use(issued, nonce))) {
      const { id = null, industryId = null } = user ?? {};
      audit.gather({ kind: 'login', outcome: 'refused', industryId, userId: id, ip, requestId });
      throw new Failure('credentials', 'Invalid or expired code');
    }
    await attempts.giveBack(scope, subject);
    const account = { user, industryId: user.industryId };
    refuseDisabled(account, units);
    return account;
  }

  /** Said in the log once: everybody who asks for a code meets it. */
  #withoutSms(): Failure {
    const message = 'No SMS channel is configured on this server';
    if (!this.#saidWithoutSms) this.#parts.log.warn({}, `${message}: nobody can log in by a one-time code`);
    this.#saidWithoutSms = true;
    return new Failure('unavailable', message, { isExpected: true });
  }

  async #knownDevice(user: User | undefined, deviceId: string | undefined): Promise<string | undefined> {
    const isKnown = deviceId !== undefined && (await this.#parts.devices.isKnownDevice(user?.id ?? '', deviceId));
    return isKnown ? deviceId : undefined;
  }

  /** Dynamic truncation as RFC 4226 5.3, over what only this server knows. */
  #codeOf(phone: string, issuedS: number, nonce: string): string {
    if (!this.#key) throw new Failure('server', 'one-time codes are not started');
    const mac = createHmac('sha256', this.#key).update(`${phone}|${issuedS}|${nonce}`).digest();
    const at = (mac.at(-1) ?? 0) & 0xf;
    const code = String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0');
    return this.#parts.testCodes.get(phone) ?? code;
  }

  #send(sms: SmsChannel, phone: string, code: string, userId: string): void {
    const { countryCode, text, log } = this.#parts;
    // a code that is over is of no use to anybody, and keeps the modem from the others
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(LIFETIME_MS)]);
    const sending: Promise<void> = sms
      .send(`${countryCode}${phone}`, text.replaceAll('{code}', code), signal)
      .catch((error: unknown) => log.error({ err: error, channel: sms.name, userId }, 'a one-time code could not be sent'))
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (sent: string, expected: string): boolean => timingSafeEqual(digest(sent), digest(expected));
