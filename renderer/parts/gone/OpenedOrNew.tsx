import type { ComponentProps, ReactNode } from 'react';
import { Opened } from './Opened.tsx';

type Props<T> = Omit<ComponentProps<typeof Opened<T>>, 'children'> & {
  /** A new one is made, and none out of the list is open. */
  isNew: boolean;
  /** The form of one of the list, or of a new one. */
  children: (thing: T | undefined) => ReactNode;
};

/** What is open beside a list: one of it, or a new one that is none of it yet. Each id begins anew. */
export const OpenedOrNew = <T,>({ isNew, children, ...opened }: Props<T>) =>
  isNew ? (
    children(undefined)
  ) : (
    <Opened key={opened.id} {...opened}>
      {children}
    </Opened>
  );
