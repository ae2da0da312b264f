import { useDocumentTitle } from '@mantine/hooks';
import type { Permission } from '../../server/contract/permissions.ts';
import { text } from '../text/words.ts';
import { Empty } from './states.tsx';

/** A page that this account may not open: which right is missing and whom to ask. */
export const Forbidden = ({ needs }: { needs: readonly Permission[] }) => {
  useDocumentTitle(text.pageTitle(text.forbidden.title));
  return (
    <>
      <h1>{text.forbidden.title}</h1>
      <Empty title={text.forbidden.missing(needs.map((right) => text.rights[right]).join(text.forbidden.or))}>
        {text.forbidden.ask}
      </Empty>
    </>
  );
};
