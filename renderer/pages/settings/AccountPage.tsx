import { PageFrame } from '../../parts/PageFrame.tsx';
import { Mine } from './Mine.tsx';
import { words } from './words.ts';

/** One's own password and sessions: everybody's, whatever their rights. */
export const AccountPage = () => (
  <PageFrame title={words.tabs.me} about={words.ownPasswordHint}>
    <Mine />
  </PageFrame>
);
