import { toggleStar, useStars } from './stars.ts';
import styles from './UnitList.module.css';
import { words } from './words.ts';

/** Puts a unit among the starred ones, or takes it out. */
export const StarButton = ({ unitId, name, hidden = false }: { unitId: string; name: string; hidden?: boolean }) => {
  const starred = useStars().has(unitId);
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={starred}
      aria-label={words.star(name)}
      tabIndex={hidden ? -1 : 0}
      onClick={() => toggleStar(unitId)}
    >
      <svg viewBox="0 0 20 20" width="1.125em" height="1.125em" aria-hidden="true">
        <path
          d="M10 2l2.400 5.200 5.600.7-4.100 3.900 1.100 5.600-5-2.800-5 2.800 1.100-5.600L2 7.900l5.600-.7z"
          fill={starred ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.3"
        />
      </svg>
    </button>
  );
};
