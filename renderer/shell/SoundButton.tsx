import { useSyncExternalStore } from 'react';
import tags from '../parts/figures/tag.module.css';
import { MuteIcon, SoundIcon } from '../parts/icons.tsx';
import { IconButton } from '../parts/menus/IconButton.tsx';
import { useServices } from '../state/services.ts';
import { text } from '../text/words.ts';
import styles from './SoundButton.module.css';

/** The sound of an alarm that waits; off until a person wants it. Where the browser is silent all the same it says so. */
export const SoundButton = () => {
  const { bell } = useServices();
  const wanted = useSyncExternalStore(bell.subscribe, bell.wanted);
  const blocked = useSyncExternalStore(bell.subscribe, bell.blocked);
  const said = blocked ? text.alarms.soundBlocked : wanted ? text.alarms.soundOn : text.alarms.soundOff;
  return (
    <>
      {blocked ? (
        <span className={`${tags.tag} ${styles.blocked}`} title={text.alarms.soundBlocked}>
          {text.alarms.noSoundYet}
        </span>
      ) : null}
      <span data-sound>
        <IconButton bare label={said} pressed={wanted} onClick={() => bell.press()}>
          {wanted && !blocked ? <SoundIcon /> : <MuteIcon />}
        </IconButton>
      </span>
    </>
  );
};
