import { useEffect } from 'react';
import { titleMark } from '../state/alarms.ts';
import { useAlarms } from '../state/useAlarms.ts';

const shapes: Record<number, string> = {
  1: 'M16 2 31 30H1z',
  2: 'M2 2h28v28H2z',
  3: 'M16 0 32 16 16 32 0 16z',
  4: 'M16 1a15 15 0 1 1 0 30 15 15 0 0 1 0-30z',
};

/** The mark of the most urgent alarm that waits, with how many there are. */
const iconOf = (priority: number, count: number): string => {
  const style = getComputedStyle(document.documentElement);
  const name = ['critical', 'high', 'medium', 'low'][priority - 1] ?? 'low';
  const [fill, ink] = [style.getPropertyValue(`--hw-${name}`), style.getPropertyValue(`--hw-on-${name}`)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="${shapes[priority]}" fill="${fill}" stroke="#222"/><text x="16" y="25" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="18" fill="${ink}">${count > 9 ? '9+' : count}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

const markedTitle = (mark: string): string => mark + document.title.replace(/^\(\d+!?\) /, '');

/** The tab says how many alarms wait, whatever page it shows. */
export const useTabIcon = (): void => {
  const { attention } = useAlarms();
  const first = attention?.waiting[0];
  const count = attention?.waiting.length ?? 0;
  const mark = attention === null ? '' : titleMark(attention);
  useEffect(() => {
    const title = document.querySelector('title');
    if (title === null) return;
    const apply = () => {
      const wanted = markedTitle(mark);
      if (document.title !== wanted) document.title = wanted;
    };
    apply();
    // pages set their names whenever they like
    const watcher = new MutationObserver(apply);
    watcher.observe(title, { childList: true });
    return () => {
      watcher.disconnect();
      document.title = markedTitle('');
    };
  }, [mark]);
  const priority = first?.priority;
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null || priority === undefined) return;
    link.href = iconOf(priority, count);
    return () => {
      link.href = '/mark.svg';
    };
  }, [priority, count]);
};
