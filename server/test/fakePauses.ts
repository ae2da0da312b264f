/** In place of `node:timers/promises`: pauses are timers of the fake clock, and end with what aborts them. */
export const setTimeout = (ms: number, _: unknown, { signal }: { signal: AbortSignal }): Promise<void> =>
  new Promise((over, failed) => {
    const timer = globalThis.setTimeout(over, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      failed(new DOMException('aborted', { name: 'AbortError', cause: signal.reason } as never));
    });
  });
