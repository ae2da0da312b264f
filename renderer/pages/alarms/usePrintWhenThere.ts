import { useEffect, useState } from 'react';

/** A print that is asked for before the table that it shows is there: made once it is drawn, and the page after it as it was. */
export const usePrintWhenThere = (isThere: boolean): { ask: (after: () => void) => void } => {
  const [after, setAfter] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (after === null || !isThere) return;
    let frame = 0;
    const look = () => {
      // the table's own file may still be coming
      if (document.querySelector('main table') === null) {
        frame = requestAnimationFrame(look);
        return;
      }
      print();
      setAfter(null);
      after();
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [after, isThere]);
  return { ask: (next) => setAfter(() => next) };
};
