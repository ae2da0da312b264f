import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { Failure, messageOf } from '../../core/fail.ts';
import type { MessageChannel, OutgoingMessage } from './model.ts';
import { postTo } from './webRequest.ts';

export type PushSettings = {
  projectId: string;
  clientEmail: string;
  /** PKCS#8 PEM of the service account. */
  privateKey: string;
  tokenUrl: string;
  baseUrl: string;
  timeoutMs: number;
};

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const ALGORITHM = 'RS256';
/** An access token is thrown away a little before it ends. */
const MARGIN_MS = 60_000;

const granted = z.object({ access_token: z.string(), expires_in: z.number().positive() });

/** Push messages by FCM HTTP v1; phones on the plant's own network are reached by the live channel without it. */
export class Push implements MessageChannel {
  readonly name = 'push';
  readonly needsInternet = true;
  readonly #settings: PushSettings;
  readonly #clock: Clock;
  #access: { token: string; untilMs: number } | undefined;

  constructor(settings: PushSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** A token that is no longer registered is `notFound`. */
  async send(to: string, { title, body, action, priority, data }: OutgoingMessage, signal: AbortSignal): Promise<void> {
    const { baseUrl, projectId, timeoutMs } = this.#settings;
    const urgency = priority <= 2 ? 'high' : 'normal';
    const text = [body.slice(0, 1000), action].filter(Boolean).join(' ');
    const message = {
      token: to,
      notification: { title: title.slice(0, 200), body: text },
      data,
      android: { priority: urgency },
      apns: { headers: { 'apns-priority': priority <= 2 ? '10' : '5' } },
    };
    const access = await this.#accessToken(signal);
    const sending = postTo({
      service: 'the push service',
      url: `${baseUrl}/v1/projects/${encodeURIComponent(projectId)}/messages:send`,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
      body: JSON.stringify({ message }),
      timeoutMs,
      signal,
      isGone: (answer) => answer.includes('UNREGISTERED'),
    });
    try {
      await sending;
    } catch (error) {
      // it may be the token that is refused: revoked, or from before the clock was set back
      if (this.#access?.token === access) this.#access = undefined;
      throw error;
    }
  }

  stop(): void {}

  /** @throws Failure `unavailable`: nothing is wrong with any phone. */
  async #accessToken(signal: AbortSignal): Promise<string> {
    const nowMs = this.#clock.now();
    if (this.#access && nowMs < this.#access.untilMs) return this.#access.token;
    const { tokenUrl, timeoutMs } = this.#settings;
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: await this.#assertion(nowMs),
    });
    const asking = postTo({
      service: 'the push service',
      url: tokenUrl,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      timeoutMs,
      signal,
    });
    const answer = await asking.catch((error: unknown) => {
      throw new Failure('unavailable', `${messageOf(error)} when it was asked for an access token`);
    });
    const { access_token: token, expires_in: seconds } = readGrant(answer);
    this.#access = { token, untilMs: nowMs + seconds * 1000 - MARGIN_MS };
    return token;
  }

  async #assertion(nowMs: number): Promise<string> {
    const { clientEmail, privateKey, tokenUrl } = this.#settings;
    const seconds = Math.floor(nowMs / 1000);
    try {
      return await new SignJWT({ scope: SCOPE })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(clientEmail)
        .setAudience(tokenUrl)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + 3600)
        .sign(await importPKCS8(privateKey, ALGORITHM));
    } catch (error) {
      throw new Failure('badRequest', 'the private key of the push account cannot be used', { cause: messageOf(error) });
    }
  }
}

const readGrant = (answer: string): z.infer<typeof granted> => {
  try {
    return granted.parse(JSON.parse(answer));
  } catch {
    throw new Failure('unavailable', 'the push service gave no access token');
  }
};
