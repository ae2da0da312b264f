import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { panned, pinched, type Stretch, zoomedAt } from './stretch.ts';

type Parts = {
  stretch: Stretch;
  range: Stretch;
  /** Of the plot, pixels. */
  left: number;
  plotPx: number;
  /** At most once a frame. */
  onMove: (stretch: Stretch) => void;
};

/** Pixels of a wheel that double or halve the stretch. */
const doublingPx = 400;
/** A notch of a wheel that counts in lines, in pixels. */
const linePx = 30;

/** Moves the stretch by a wheel (with shift, or sideways), zooms it with Ctrl and the wheel or by two fingers. */
export const usePanning = (parts: Parts) => {
  const over = useRef<HTMLDivElement>(null);
  const now = useRef(parts);
  now.current = parts;
  const wanted = useRef<Stretch | null>(null);
  const frame = useRef(0);
  const show = (stretch: Stretch): void => {
    wanted.current = stretch;
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      if (wanted.current !== null) now.current.onMove(wanted.current);
      wanted.current = null;
    });
  };
  useWheel(over, (event) => {
    const { range, left, plotPx } = now.current;
    const stretch = wanted.current ?? now.current.stretch;
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? linePx : 1;
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    const isWhole = stretch[0] <= range[0] && stretch[1] >= range[1];
    if (event.ctrlKey) {
      const x = event.clientX - (over.current?.getBoundingClientRect().left ?? 0) - left;
      const atMs = stretch[0] + (Math.max(0, Math.min(plotPx, x)) / plotPx) * (stretch[1] - stretch[0]);
      show(zoomedAt(stretch, atMs, 2 ** ((event.deltaY * px) / doublingPx), range));
      return true;
    }
    if (isWhole || Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return false;
    show(panned(stretch, ((sideways * px) / plotPx) * (stretch[1] - stretch[0]), range));
    return true;
  });

  const fingers = useRef(new Map<number, { moment: number; share: number }>());
  /** Whether two fingers are on it, which then zoom. */
  const touched = (event: PointerEvent<HTMLElement>): boolean => {
    if (event.pointerType !== 'touch') return false;
    const { stretch, range, left, plotPx } = now.current;
    const own = fingers.current;
    if (event.type !== 'pointerdown' && event.type !== 'pointermove') own.delete(event.pointerId);
    const share = (event.clientX - event.currentTarget.getBoundingClientRect().left - left) / plotPx;
    const moment = stretch[0] + share * (stretch[1] - stretch[0]);
    if (event.type === 'pointerdown') own.set(event.pointerId, { moment, share });
    const finger = own.get(event.pointerId);
    if (event.type === 'pointermove' && finger !== undefined) finger.share = share;
    const [a, b, third] = [...own.values()];
    if (a === undefined || b === undefined || third !== undefined) return false;
    if (event.type === 'pointermove') show(pinched([a.moment, b.moment], [a.share, b.share], range));
    return true;
  };
  return { over, touched };
};

/** A wheel that the page does not scroll by where `turn` says that it was used; React's own listener could not keep it from that. */
const useWheel = (element: RefObject<HTMLElement | null>, turn: (event: WheelEvent) => boolean): void => {
  const latest = useRef(turn);
  latest.current = turn;
  useEffect(() => {
    const box = element.current;
    const listen = (event: WheelEvent) => {
      if (latest.current(event)) event.preventDefault();
    };
    box?.addEventListener('wheel', listen, { passive: false });
    return () => box?.removeEventListener('wheel', listen);
  }, [element]);
};
