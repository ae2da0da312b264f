/**
 * Runs a while after it was called, once for all calls of that while, and never twice at a time: of many calls each would end the run of the
 * one before, and none would ever come to its end.
 */
export const oneByOne = (gatherMs: number, run: () => Promise<void>): { call: () => void; stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let wanted = false;
  let stopped = false;
  const start = () => {
    timer = undefined;
    running = true;
    void run().finally(() => {
      running = false;
      if (wanted) call();
    });
  };
  const call = () => {
    if (stopped) return;
    wanted = running;
    if (!running) timer ??= setTimeout(start, gatherMs);
  };
  const stop = () => {
    clearTimeout(timer);
    stopped = true;
  };
  return { call, stop };
};
