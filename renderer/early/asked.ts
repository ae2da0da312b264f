/**
 * What the first page asks for first, asked while its script is still on the way. A file of its own that imports nothing: index.html loads it
 * beside the large one (vite.config.ts), and api/call.ts takes its answers as those of its own calls.
 */
type Asked = { token: string; atMs: number; answer: Promise<EarlyAnswer> };

/** `heldMs`: since it came, by the clock of the page. */
export type EarlyAnswer = { response: Response; heldMs: () => number };

/** An answer that nobody wanted by then is none of now. */
const keptMs = 20_000;
const asked = new Map<string, Asked>();
const came = new Set<string>();

const ask = (address: string, token: string): void => {
  const answer = fetch(address, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    credentials: 'omit',
  }).then((response): EarlyAnswer => {
    const cameMs = performance.now();
    if (response.ok) came.add(address);
    return { response, heldMs: () => performance.now() - cameMs };
  });
  // the failure is passed to the code that takes the answer
  answer.catch(() => undefined);
  asked.set(address, { token, atMs: performance.now(), answer });
};

const tokenIn = (kept: string | null): string | undefined => {
  try {
    const { accessToken } = JSON.parse(kept ?? '{}') as { accessToken?: unknown };
    return typeof accessToken === 'string' ? accessToken : undefined;
  } catch {
    return undefined;
  }
};

const askForPage = (): void => {
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  const token = tokenIn((isInstalled ? localStorage : sessionStorage).getItem('headworks.session'));
  if (token === undefined || /^\/(wall|shared|login|first-run)/.test(location.pathname)) return;
  ask('/api/plant/alarms', token);
  if (location.pathname === '/' && location.search === '') {
    ask('/api/plant/overview', token);
    ask('/api/plant/overview/hours', token);
  }
};

/** The first format of dates takes a browser a tenth of a second on a phone: time it has while the script is on its way. */
const warmFormats = (): void => {
  const locale = localStorage.getItem('headworks.locale') ?? navigator.language;
  try {
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(0);
    new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(0);
  } catch {
    // a kept word that is no language: the page chooses its own
  }
};

// not where its words are read by a test
if (typeof document !== 'undefined') {
  askForPage();
  warmFormats();
}

/** The answer to a call that was asked early with the same token, once; undefined where there is none. */
export const takeEarly = (address: string, token: string | undefined): Promise<EarlyAnswer> | undefined => {
  const one = asked.get(address);
  if (one === undefined) return undefined;
  asked.delete(address);
  return one.token === token && performance.now() - one.atMs < keptMs ? one.answer : undefined;
};

/** Whether an early question has an answer already, so that the first picture can be drawn with it. */
export const hasCome = (address: string): boolean => came.has(address) && asked.has(address);
