import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Clock } from '../core/clock.ts';

/** What the firewall of this machine does with a port; `notKnown` where it may not be asked, or its rules are not simple enough. */
export type Firewall = {
  program: 'firewalld' | 'ufw' | 'nftables' | 'windows' | null;
  state: 'open' | 'closed' | 'off' | 'notKnown';
};

type Answer = { code: number; text: string };
export type FirewallParts = {
  platform: NodeJS.Platform;
  /** Runs a program that only reads; undefined where it is not there or does not answer. */
  ask: (program: string, args: readonly string[]) => Promise<Answer | undefined>;
  read: (path: string) => string | undefined;
};

const ASK_WITHIN_MS = 3000;
const MOST_BYTES = 4_000_000;

/** Without the user's PATH: what it finds first may be anybody's. */
const ask: FirewallParts['ask'] = (program, args) =>
  new Promise((resolve) => {
    const options = {
      timeout: ASK_WITHIN_MS,
      maxBuffer: MOST_BYTES,
      windowsHide: true,
      ...(process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } }),
    };
    execFile(program, [...args], options, (error, stdout) => {
      if (!error) return resolve({ code: 0, text: stdout });
      resolve(typeof error.code === 'number' ? { code: error.code, text: stdout } : undefined);
    });
  });

const read: FirewallParts['read'] = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const firewalld = async (port: number, { ask: answerOf }: FirewallParts): Promise<Firewall | undefined> => {
  if ((await answerOf('firewall-cmd', ['--state']))?.text.trim() !== 'running') return undefined;
  const answer = (await answerOf('firewall-cmd', [`--query-port=${port}/tcp`]))?.text.trim();
  const state = answer === 'yes' ? 'open' : answer === 'no' ? 'closed' : 'notKnown';
  return { program: 'firewalld', state };
};

/** `8443`, `8443/tcp` and `8000:9000/tcp` that anybody may reach; a rule for some addresses is left out. */
const ufwRules = (text: string, port: number): Firewall['state'] => {
  const rules = [...text.matchAll(/^(\S+)(?: \(v6\))?\s+(ALLOW|LIMIT|DENY|REJECT)(?: IN)?\s+(\S.*)$/gm)];
  for (const [, to = '', action, from = ''] of rules) {
    const [, first = '', last = first] = /^(\d+)(?::(\d+))?(?:\/tcp)?$/.exec(to) ?? [];
    const isOfPort = to === 'Anywhere' || (first !== '' && Number(first) <= port && port <= Number(last));
    if (!isOfPort) continue;
    if (!from.startsWith('Anywhere')) return 'notKnown';
    return action === 'ALLOW' || action === 'LIMIT' ? 'open' : 'closed';
  }
  return 'closed';
};

const ufw = async (port: number, { ask: answerOf, read: textOf }: FirewallParts): Promise<Firewall | undefined> => {
  const status = await answerOf('ufw', ['status']);
  if (status?.code === 0 && /^Status: inactive/m.test(status.text)) return { program: 'ufw', state: 'off' };
  if (status?.code === 0 && /^Status: active/m.test(status.text)) return { program: 'ufw', state: ufwRules(status.text, port) };
  const setting = /^ENABLED=(yes|no)/m.exec(textOf('/etc/ufw/ufw.conf') ?? '')?.[1];
  if (setting === undefined) return undefined;
  return setting === 'no' ? undefined : { program: 'ufw', state: 'notKnown' };
};

const ACCEPTS = /^\s*(?:ct state [a-z,]+ )?tcp dport (\{[^}]*\}|[\d-]+)(?: counter packets \d+ bytes \d+)? accept/;

/** Whether a rule of nftables lets a port in by its number, from everywhere: one for some addresses or interfaces is left out. */
const accepts = (rule: string, port: number): boolean => {
  const [, ports = ''] = ACCEPTS.exec(rule) ?? [];
  return ports.split(/\D/).includes(String(port));
};

/** Only two cases are decided: nothing filters what comes in, and a chain that drops without any rule for the port. */
const nftables = async (port: number, { ask: answerOf }: FirewallParts): Promise<Firewall | undefined> => {
  const rules = await answerOf('nft', ['list', 'ruleset']);
  if (rules?.code !== 0) return undefined;
  if (!/hook input/.test(rules.text)) return { program: 'nftables', state: 'off' };
  if (rules.text.split('\n').some((rule) => accepts(rule, port))) return { program: 'nftables', state: 'open' };
  return { program: 'nftables', state: 'notKnown' };
};

/** By exit codes alone: what Windows prints is in its own language. */
const windows = async ({ ask: answerOf }: FirewallParts): Promise<Firewall> => {
  const rule = await answerOf('netsh', ['advfirewall', 'firewall', 'show', 'rule', 'name=Headworks']);
  return { program: 'windows', state: rule?.code === 0 ? 'open' : 'notKnown' };
};

/** Asks the firewall of this machine, without changing anything, whether others reach a port. */
export const askFirewall = async (
  port: number,
  parts: FirewallParts = { platform: process.platform, ask, read },
): Promise<Firewall> => {
  if (parts.platform === 'win32') return windows(parts);
  if (parts.platform !== 'linux') return { program: null, state: 'notKnown' };
  return (
    (await firewalld(port, parts)) ??
    (await ufw(port, parts)) ??
    (await nftables(port, parts)) ?? { program: null, state: 'notKnown' }
  );
};

const KEEP_MS = 60_000;

/** What the firewall said last: asking starts programs, and a page that is looked at asks often. */
export class FirewallWatch {
  readonly #clock: Clock;
  readonly #ask: (port: number) => Promise<Firewall>;
  #known: { port: number; atMs: number; answer: Promise<Firewall> } | undefined;

  constructor(clock: Clock, askNow: (port: number) => Promise<Firewall> = askFirewall) {
    this.#clock = clock;
    this.#ask = askNow;
  }

  state(port: number | null): Promise<Firewall> {
    if (port === null) return Promise.resolve({ program: null, state: 'notKnown' });
    const nowMs = this.#clock.monotonicMs();
    if (this.#known?.port !== port || nowMs - this.#known.atMs >= KEEP_MS)
      this.#known = { port, atMs: nowMs, answer: this.#ask(port).catch(() => ({ program: null, state: 'notKnown' as const })) };
    return this.#known.answer;
  }
}
