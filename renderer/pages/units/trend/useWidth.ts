import { useElementSize } from '@mantine/hooks';
import { type RefCallback, useCallback, useState } from 'react';

/** How wide a box is, from when it is first there: what depends on it is asked once, and not again a frame later. 0 before. */
export const useWidth = (): { ref: RefCallback<HTMLDivElement>; px: number } => {
  const { ref: watch, width } = useElementSize<HTMLDivElement>();
  const [startPx, setStartPx] = useState(0);
  const ref = useCallback(
    (box: HTMLDivElement | null) => {
      watch(box);
      if (box !== null) setStartPx(box.getBoundingClientRect().width);
    },
    [watch],
  );
  return { ref, px: width > 0 ? width : startPx };
};
