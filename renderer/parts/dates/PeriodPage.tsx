import type { ReactNode } from 'react';
import type { Answer } from '../../api/useEndpoint.ts';
import { isMissing } from '../../state/fresh.ts';
import { Loaded } from '../Loaded.tsx';
import { PageFrame } from '../PageFrame.tsx';
import type { TableTwin } from '../table.ts';
import { PeriodChoice } from './PeriodChoice.tsx';
import type { Period } from './period.ts';
import type { usePeriod } from './usePeriod.ts';

type Props<T> = {
  title: string;
  help: string;
  /** What the address says; `onChange` changes it. */
  of: ReturnType<typeof usePeriod>;
  onChange: (next: { period?: Period; date?: string }) => void;
  found: Answer<T>;
  tableOf: (data: T, when: string) => TableTwin;
  isEmpty: (data: T) => boolean;
  empty: ReactNode;
  children: (data: T) => ReactNode;
};

/** A page of one answer about a day, a month or a year. */
export const PeriodPage = <T,>({ title, help, of, onChange, found, tableOf, isEmpty, empty, children }: Props<T>) => {
  const { period, date, today, when } = of;
  return (
    <PageFrame
      title={title}
      pins={{ date }}
      note={when}
      fresh={found.fresh}
      help={<p>{help}</p>}
      table={found.data === undefined ? undefined : tableOf(found.data, when)}
      controls={<PeriodChoice period={period} date={date} today={today} onChange={onChange} />}
    >
      {isMissing(found.error) ? (
        empty
      ) : (
        <Loaded of={found} rowHeight="4rem" isEmpty={isEmpty} empty={empty}>
          {children}
        </Loaded>
      )}
    </PageFrame>
  );
};
