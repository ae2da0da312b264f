import type { BrowserWindow, Rectangle } from 'electron';

/** So much of the window must be seen that a person can take hold of it. */
const LEAST_SEEN = 100;
const KEPT_AFTER_MS = 500;

export type WindowPlace = Rectangle & { isMaximized: boolean };

/** Where the window was, where that can be seen still: displays come and go. Undefined leaves it to the system. */
export const visiblePlace = (place: WindowPlace | undefined, areas: readonly Rectangle[]): WindowPlace | undefined => {
  if (!place) return undefined;
  const { x, y, width, height } = place;
  const area = areas.find((one) => {
    const seen = Math.min(x + width, one.x + one.width) - Math.max(x, one.x);
    return seen >= LEAST_SEEN && y >= one.y && y <= one.y + one.height - LEAST_SEEN;
  });
  return area && { ...place, width: Math.min(width, area.width), height: Math.min(height, area.height) };
};

/** Says where the window is, each time after a person has moved it. */
export const keepPlace = (window: BrowserWindow, keep: (place: WindowPlace) => void): void => {
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    if (window.isDestroyed() || window.isMinimized()) return;
    keep({ ...window.getNormalBounds(), isMaximized: window.isMaximized() });
  };
  for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const)
    window.on(event as 'resize', () => {
      clearTimeout(timer);
      timer = setTimeout(look, KEPT_AFTER_MS);
      timer.unref();
    });
};
