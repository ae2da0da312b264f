import { noteUsed, wayBackTo } from './wayBack.ts';

/** Keys that press a button; of a letter that is released while Command is down a Mac says nothing. */
const pressing: ReadonlySet<string> = new Set(['Enter', 'NumpadEnter', 'Space']);

/**
 * A button is disabled while what it sends is under way, which takes the focus from it. Gives it back afterwards where nothing else has
 * taken it, and never under a key that is still held down: that would press it again. A button that has no more to do, such as Save once all
 * is saved, leaves it to the form around it. @returns stops it
 */
export const keepFocusOfBusy = (page: Document): (() => void) => {
  let last: HTMLElement | null = null;
  let waits = false;
  const held = new Set<string>();
  const back = () => {
    if (!waits || held.size > 0 || last === null) return;
    waits = false;
    // until the page is drawn anew a button that has just been disabled still has the focus
    if (last.matches(':disabled')) last.blur();
    if (last.isConnected && page.activeElement === page.body) wayBackTo(last).orNear();
  };
  const follow = ({ target }: Event) => {
    if (!(target instanceof HTMLElement)) return;
    // what is pressed may be the label in it
    const used = target.closest('button') ?? target;
    if (used === last) return;
    last = used;
    noteUsed(used);
    waits = false;
  };
  const press = ({ code }: KeyboardEvent) => {
    if (pressing.has(code)) held.add(code);
  };
  const release = ({ code, key }: KeyboardEvent) => {
    if (key === 'Meta') held.clear();
    held.delete(code);
    back();
  };
  // no event says that a key was released in another window
  const leave = () => held.clear();
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target === last && !last.hasAttribute('data-loading')) {
        waits = true;
        back();
      }
  });
  observer.observe(page, { subtree: true, attributes: true, attributeFilter: ['data-loading', 'disabled'] });
  page.addEventListener('focusin', follow, true);
  page.addEventListener('pointerdown', follow, true);
  page.addEventListener('keydown', press, true);
  page.addEventListener('keyup', release, true);
  page.defaultView?.addEventListener('blur', leave);
  return () => {
    observer.disconnect();
    page.removeEventListener('focusin', follow, true);
    page.removeEventListener('pointerdown', follow, true);
    page.removeEventListener('keydown', press, true);
    page.removeEventListener('keyup', release, true);
    page.defaultView?.removeEventListener('blur', leave);
  };
};
