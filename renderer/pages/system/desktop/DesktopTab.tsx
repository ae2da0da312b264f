import { useCallback, useEffect, useState } from 'react';
import type { ShellSurface } from '../../../../server/contract/process/surface.ts';
import { LoadingRows } from '../../../parts/states.tsx';
import { useProfile } from '../../../state/services.ts';
import styles from '../Page.module.css';
import { About, type DesktopInfo } from './About.tsx';
import { Labels } from './Labels.tsx';
import { Updates } from './Updates.tsx';
import { WallMode } from './WallMode.tsx';
import { words } from './words.ts';

/** Displays come and go, and the tray changes the same things. */
const AGAIN_MS = 5000;
/** While a feed is asked or gives something. */
const SOON_MS = 1000;

/** What only the desktop's program can do, each by its checked surface. */
export const DesktopTab = ({ shell }: { shell: ShellSurface }) => {
  const { permissions } = useProfile();
  const [info, setInfo] = useState<DesktopInfo | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const look = useCallback(
    () =>
      void shell.info().then(setInfo, () => {
        setFailed(true);
      }),
    [shell],
  );
  const isSoon = info?.feed.state.kind === 'asking' || info?.feed.state.kind === 'loading';
  useEffect(() => {
    look();
    const timer = setInterval(look, isSoon ? SOON_MS : AGAIN_MS);
    return () => clearInterval(timer);
  }, [look, isSoon]);
  if (info === null) return hasFailed ? <p role="alert">{words.failed}</p> : <LoadingRows rows={6} />;
  return (
    <div className={styles.stack}>
      <About shell={shell} info={info} onChange={look} />
      {permissions.includes('ACCOUNT_SETTINGS') ? <WallMode shell={shell} info={info} onChange={look} /> : null}
      <Updates shell={shell} info={info} onChange={look} />
      {permissions.includes('COMMISSIONING') ? <Labels shell={shell} /> : null}
    </div>
  );
};
