import { z } from 'zod';
import type { MessageChannel, OutgoingMessage } from './model.ts';
import { postTo } from './webRequest.ts';

export type MessagingSettings =
  | {
      kind: 'whatsapp';
      baseUrl: string;
      phoneNumberId: string;
      token: string;
      /** A template with two texts in its body, title and what happened, approved by the provider. */
      template: string;
      language: string;
      timeoutMs: number;
    }
  | { kind: 'telegram'; baseUrl: string; botToken: string; timeoutMs: number };

/** What a template's text may hold: no line breaks, no tabs, no runs of spaces. */
const templateText = (text: string, longest: number): string => text.replace(/\s+/g, ' ').trim().slice(0, longest) || '-';

const graphRefusal = z.object({ error: z.object({ code: z.number() }) });

/**
 * Codes of the Graph API that do not stay: the service is down or unwell (1, 2, 131000, 131016), too many calls or messages (4, 80007,
 * 130429, 131048, 131056), a token that ended (0, 190), an account that is locked or owes money (368, 131031, 131042).
 */
const PASSING_CODES = new Set([0, 1, 2, 4, 190, 368, 80007, 130429, 131000, 131016, 131031, 131042, 131048, 131056]);

const passesAtWhatsApp = (answer: string): boolean => {
  const { data } = graphRefusal.safeParse(JSON.parse(answer));
  return data !== undefined && PASSING_CODES.has(data.error.code);
};

/** WhatsApp Cloud API or a Telegram bot. */
export class Messaging implements MessageChannel {
  readonly name = 'messaging';
  readonly needsInternet = true;
  readonly #settings: MessagingSettings;

  constructor(settings: MessagingSettings) {
    this.#settings = settings;
  }

  async send(to: string, message: OutgoingMessage, signal: AbortSignal): Promise<void> {
    const settings = this.#settings;
    const shared = { method: 'POST', timeoutMs: settings.timeoutMs, signal };
    const { title, body, action } = message;
    const text = [body, action].filter(Boolean).join(' ');
    const json = { 'content-type': 'application/json' };
    if (settings.kind === 'telegram') {
      const sent = { chat_id: to, text: `${title}\n${text}`.slice(0, 4096), disable_web_page_preview: true };
      const url = `${settings.baseUrl}/bot${settings.botToken}/sendMessage`;
      await postTo({ ...shared, service: 'Telegram', url, headers: json, body: JSON.stringify(sent) });
      return;
    }
    const parameters = [templateText(title, 200), templateText(text, 800)].map((one) => ({ type: 'text', text: one }));
    const sent = {
      messaging_product: 'whatsapp',
      to,
      type: 'template',
      template: { name: settings.template, language: { code: settings.language }, components: [{ type: 'body', parameters }] },
    };
    const url = `${settings.baseUrl}/${encodeURIComponent(settings.phoneNumberId)}/messages`;
    const headers = { ...json, authorization: `Bearer ${settings.token}` };
    await postTo({ ...shared, service: 'WhatsApp', url, headers, body: JSON.stringify(sent), passes: passesAtWhatsApp });
  }

  stop(): void {}
}
