import { type RefObject, useState } from 'react';
import { type Place, placeTyped } from './goTo.ts';
import styles from './Toolbar.module.css';
import { words } from './words.ts';

type Props = {
  known: Parameters<typeof placeTyped>[1];
  field: RefObject<HTMLInputElement | null>;
  onGo: (place: Place) => void;
};

/** A field that takes a time, or a date and a time, and pins that slot. */
export const GoTo = ({ known, field, onGo }: Props) => {
  const [wrong, setWrong] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const place = placeTyped(field.current?.value ?? '', known);
        setWrong(place === null);
        if (place !== null) onGo(place);
      }}
    >
      <input
        ref={field}
        className={`${styles.field} ${styles.goTo}`}
        aria-label={words.goTo}
        placeholder={words.goToHint}
        aria-invalid={wrong}
        title={wrong ? words.goToWrong : undefined}
        autoComplete="off"
        enterKeyHint="go"
        onChange={() => setWrong(false)}
      />
      {wrong ? (
        <span role="alert" className="hw-only-read">
          {words.goToWrong}
        </span>
      ) : null}
    </form>
  );
};
