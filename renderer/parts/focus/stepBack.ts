/** The history of the router. */
type Steps = { location: { state: { fromList?: true } }; back: () => void };

/** Since when each is on its way back. */
const goingSinceMs = new WeakMap<Steps, number>();
/** A browser that has not gone by then does not go. */
const longestMs = 1000;

/**
 * Takes back the step that opened something from its list. The browser goes back a moment later: the second press of a double click, or a key
 * that is held, would take back a step more and leave the page.
 * @param replace where the address was opened as it stands, as by a link
 */
export const stepBack = (steps: Steps, replace: () => void): void => {
  const nowMs = performance.now();
  if (nowMs - (goingSinceMs.get(steps) ?? Number.NEGATIVE_INFINITY) < longestMs) return;
  if (steps.location.state.fromList !== true) {
    replace();
    return;
  }
  goingSinceMs.set(steps, nowMs);
  addEventListener('popstate', () => goingSinceMs.delete(steps), { once: true });
  steps.back();
};
