import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ShellSurface, SurfaceReply } from '../../../../server/contract/process/surface.ts';
import { Panel } from '../../../parts/Panel.tsx';
import styles from '../Page.module.css';
import type { DesktopInfo } from './About.tsx';
import { FeedPart } from './Feed.tsx';
import { words } from './words.ts';

type Verdict = SurfaceReply<'checkUpdate'>;

type Props = { shell: ShellSurface; info: DesktopInfo; onChange: () => void };

/** Looks into a folder that a person chooses in the program's dialog, or asks a feed, and installs after the program's question. */
export const Updates = ({ shell, info, onChange }: Props) => {
  const [verdict, setVerdict] = useState<Verdict>(null);
  const [said, setSaid] = useState('');
  const look = () => {
    setSaid('');
    shell.checkUpdate().then(setVerdict, () => setSaid(words.failed));
  };
  const install = (from: 'folder' | 'feed') =>
    shell.installUpdate(from).then(
      (reason) => setSaid(reason === null ? '' : words.notInstalled(reason)),
      () => setSaid(words.failed),
    );
  const isNewer = verdict?.kind === 'newer';
  return (
    <Panel id="updates" title={words.updates}>
      <div className={styles.stack}>
        <p className={styles.note}>{words.updatesHint}</p>
        <div role="status">
          {verdict === null ? null : (
            <p>{isNewer ? words.newer(verdict.version) : words.refused(words.refusal(verdict.code, verdict.reason))}</p>
          )}
          {isNewer ? verdict.warnings.map((warning) => <p key={warning}>{warning}</p>) : null}
          {isNewer && !verdict.canInstall ? <p>{words.byPerson}</p> : null}
          <p>{said}</p>
        </div>
        <div className={styles.buttons}>
          <Button variant="default" onClick={look}>
            {words.look}
          </Button>
          {isNewer && verdict.canInstall ? <Button onClick={() => void install('folder')}>{words.install}</Button> : null}
        </div>
        <FeedPart shell={shell} feed={info.feed} onChange={onChange} install={() => void install('feed')} />
      </div>
    </Panel>
  );
};
