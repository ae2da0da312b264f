import type { ReactNode } from 'react';
import type { Answer } from '../api/useEndpoint.ts';
import { isForbidden } from '../state/fresh.ts';
import { text } from '../text/words.ts';
import { Awaited } from './awaited/Awaited.tsx';
import { Empty, Failed, LoadingRows } from './states.tsx';

type Props<T> = {
  of: Answer<T>;
  /** Grey rows while the first answer comes, in the shape of what comes. */
  rows?: number;
  rowHeight?: string;
  /** In place of grey rows. */
  loading?: ReactNode;
  /** What is shown where `isEmpty` says that there is nothing. */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
};

/**
 * The states of one call: loading, failed, forbidden, empty, there. Data once shown stay while newer ones fail; the panel's
 * AsOf says how old they are and why. Those of what was chosen before keep their place, unseen, until what is chosen comes.
 */
export const Loaded = <T,>({ of, rows = 6, rowHeight = '1.75rem', loading, empty, isEmpty, children }: Props<T>) => {
  const grey = loading ?? <LoadingRows rows={rows} height={rowHeight} />;
  if (of.data === undefined) {
    if (of.error === null) return grey;
    if (isForbidden(of.error)) return <Empty title={text.forbidden.part}>{text.forbidden.ask}</Empty>;
    return <Failed error={of.error} onRetry={of.reload} nextTryMs={of.fresh.nextTryMs} />;
  }
  if (isEmpty?.(of.data)) return of.previous === true ? grey : (empty ?? null);
  return of.previous === undefined ? children(of.data) : <Awaited isAwaited={of.previous}>{children(of.data)}</Awaited>;
};
