import { useEffect, useState } from 'react';

const everyMs = 5000;
const scriptOf = /"(\/assets\/[\w-]+\.js)"/g;

/** Whether the server has the files of a newer panel in place of those that run here; what else answers in its place names none. */
const hasNewer = async (): Promise<boolean> => {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(everyMs) });
    const named = [...(await answer.text()).matchAll(scriptOf)].map(([, path]) => path);
    const running = new Set(
      [...document.querySelectorAll('script[src], link[href]')].map(
        (part) => part.getAttribute('src') ?? part.getAttribute('href'),
      ),
    );
    return answer.ok && named.some((path) => path !== undefined && !running.has(path));
  } catch {
    return false;
  }
};

/** While a file does not come: whether it never will, as the server was renewed since this panel was opened. */
export const useNewerPanel = (isMissing: boolean): boolean => {
  const [isNewer, setNewer] = useState(false);
  useEffect(() => {
    if (!isMissing) return;
    const look = () => void hasNewer().then(setNewer);
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [isMissing]);
  return isMissing && isNewer;
};
