import { useSyncExternalStore } from 'react';
import { MuteIcon, SoundIcon } from '../parts/icons.tsx';
import { IconButton } from '../parts/menus/IconButton.tsx';
import { useServices } from '../state/services.ts';
import { text } from '../text/words.ts';

/** The sound of an alarm that waits; off until a person wants it. */
export const SoundButton = () => {
  const { bell } = useServices();
  const wanted = useSyncExternalStore(bell.subscribe, bell.wanted);
  const label = wanted ? text.alarms.soundOn : text.alarms.soundOff;
  return (
    <IconButton bare label={label} pressed={wanted} onClick={() => bell.want(!wanted)}>
      {wanted ? <SoundIcon /> : <MuteIcon />}
    </IconButton>
  );
};
