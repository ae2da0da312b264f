import { shelfLengths } from './shelfLengths.ts';
import { words } from './words.ts';

const leastReason = 3;

type Props = {
  reason: string;
  minutes: number;
  /** The one that the key `s` leads to. */
  isOfKey?: boolean;
  onReason: (reason: string) => void;
  onMinutes: (minutes: number) => void;
};

/** Why and how long something is shelved. */
export const ShelfFields = ({ reason, minutes, isOfKey = false, onReason, onMinutes }: Props) => (
  <>
    <label>
      {words.reason}
      <input
        data-shelve-reason={isOfKey || undefined}
        value={reason}
        required
        minLength={leastReason}
        title={words.reasonShort}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
    </label>
    <label>
      {words.shelveFor}
      <select value={minutes} onChange={(event) => onMinutes(Number(event.currentTarget.value))}>
        {shelfLengths.map((one) => (
          <option key={one} value={one}>
            {words.minutes[one]}
          </option>
        ))}
      </select>
    </label>
  </>
);
