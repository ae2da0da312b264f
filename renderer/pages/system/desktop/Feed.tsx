import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ShellSurface } from '../../../../server/contract/process/surface.ts';
import { useProfile } from '../../../state/services.ts';
import { dateAndTime } from '../../../text/times.ts';
import { formatBytes } from '../bytes.ts';
import styles from '../Page.module.css';
import type { DesktopInfo } from './About.tsx';
import { words } from './words.ts';

type Feed = DesktopInfo['feed'];

const stateWords = ({ state }: Feed): string => {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'asking':
      return words.feedAsking;
    case 'nothingNew':
      return words.feedNothingNew;
    case 'held':
      return words.feedHeld(state.version);
    case 'offered':
      return words.feedOffers(state.version, formatBytes(state.bytes));
    case 'loading':
      return words.feedLoading(state.version, formatBytes(state.loadedBytes), formatBytes(state.bytes));
    case 'ready':
      return words.newer(state.version);
    case 'refused':
      return words.refused(words.refusal(state.code, state.reason));
  }
};

type Props = { shell: ShellSurface; feed: Feed; onChange: () => void; install: () => void };

/** An address that the program asks for updates; nothing from it is loaded or installed unless a person says so. */
export const FeedPart = ({ shell, feed, onChange, install }: Props) => {
  const { timezone } = useProfile();
  const [address, setAddress] = useState(feed.address);
  const [said, setSaid] = useState('');
  const { state } = feed;
  const does = (done: Promise<unknown>): void => {
    setSaid('');
    done.then(onChange, () => setSaid(words.failed));
  };
  const save = (): void => does(shell.setFeed(address.trim()).then((isSet) => setSaid(isSet ? words.feedSet : words.feedNotSet)));
  const isBusy = state.kind === 'asking' || state.kind === 'loading';
  return (
    <>
      <div className={styles.buttons}>
        <label className={styles.stacked}>
          {words.feedAddress}
          <input
            type="url"
            size={40}
            value={address}
            placeholder={words.feedNone}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
        </label>
        <Button variant="default" disabled={address.trim() === feed.address} onClick={save}>
          {words.feedSave}
        </Button>
      </div>
      <p className={styles.note}>{words.feedHint}</p>
      <div role="status" aria-label={words.feed}>
        {feed.address === '' ? null : (
          <p>{feed.askedAt === null ? words.feedNotAsked : words.feedAsked(dateAndTime(Date.parse(feed.askedAt), timezone))}</p>
        )}
        <p>{stateWords(feed)}</p>
        {state.kind === 'ready' ? state.warnings.map((warning) => <p key={warning}>{warning}</p>) : null}
        {state.kind === 'ready' && !feed.canInstall ? <p>{words.byPersonFrom(state.folder)}</p> : null}
        <p>{said}</p>
      </div>
      {feed.address === '' ? null : (
        <div className={styles.buttons}>
          <Button variant="default" disabled={isBusy} onClick={() => does(shell.askFeed())}>
            {words.feedAsk}
          </Button>
          {state.kind === 'offered' ? <Button onClick={() => does(shell.loadUpdate(true))}>{words.feedLoad}</Button> : null}
          {state.kind === 'loading' ? (
            <Button variant="default" onClick={() => does(shell.loadUpdate(false))}>
              {words.feedStop}
            </Button>
          ) : null}
          {state.kind === 'ready' && feed.canInstall ? (
            <Button onClick={install}>{words.feedInstall(state.version)}</Button>
          ) : null}
        </div>
      )}
    </>
  );
};
