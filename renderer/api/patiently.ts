const firstDelayMs = 1000;
const longestDelayMs = 5000;
/** A server that hangs neither sends a file nor refuses it. */
const lateMs = 5000;

const listeners = new Set<() => void>();
let missing = 0;

/** How many files of the panel were asked for and have not come; what fails is tried again until it is there. */
export const missingFiles = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  count: (): number => missing,
};

const change = (by: number): void => {
  missing += by;
  for (const listener of listeners) listener();
};

const passed = (ms: number): Promise<void> =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      done();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });

/** Styles that did not come: the build's own loader asks for each once, and would leave it out of what comes later. */
const lostStyles = new Set<HTMLLinkElement>();
const noteLost = ({ target }: Event): void => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
};
globalThis.document?.addEventListener('error', noteLost, { capture: true });

const styleComes = (lost: HTMLLinkElement): Promise<void> =>
  new Promise((done, fail) => {
    lostStyles.delete(lost);
    const anew = lost.cloneNode() as HTMLLinkElement;
    anew.addEventListener('load', () => done());
    anew.addEventListener('error', () => fail(new Error(`no style ${lost.href}`)));
    lost.replaceWith(anew);
  });

/**
 * A file of the panel that is loaded when it is wanted. While the server is away it is tried again, and the page goes on as it is:
 * neither the frame nor what somebody has typed is lost with a file that did not come.
 */
export const patiently = async <T>(load: () => Promise<T>): Promise<T> => {
  let failures = 0;
  let isMissing = false;
  const miss = (): void => {
    if (!isMissing) change(1);
    isMissing = true;
  };
  const late = setTimeout(miss, lateMs);
  try {
    for (;;) {
      try {
        await Promise.all([...lostStyles].map(styleComes));
        return await load();
      } catch {
        failures += 1;
        miss();
        await passed(Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1)));
      }
    }
  } finally {
    clearTimeout(late);
    if (isMissing) change(-1);
  }
};
