import { text } from '../text/words.ts';
import styles from './PriorityMark.module.css';

const shapes: Record<number, { d: string; y: number }> = {
  1: { d: 'M12 2 23 21.5H1z', y: 19.2 },
  2: { d: 'M2.5 2.5h19v19h-19z', y: 16.8 },
  3: { d: 'M12 .8 23.2 12 12 23.2.8 12z', y: 16.4 },
  4: { d: 'M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z', y: 16.6 },
};

type Props = {
  /** 1 critical, 2 high, 3 medium, 4 low. */
  priority: number;
  /** Filled: not acknowledged. Outlined: acknowledged. Grey: none of this priority. */
  form?: 'filled' | 'outlined' | 'none';
  /** Pixels at a root of 16. */
  size?: number;
  /** Where the words beside it already say the priority. */
  hidden?: boolean;
};

/** The mark of an alarm: shape, digit and hue say its priority. The only place where the alarm hues are drawn as a mark. */
export const PriorityMark = ({ priority, form = 'filled', size = 22, hidden = false }: Props) => {
  const shape = shapes[priority] ?? shapes[4];
  if (shape === undefined) return null;
  return (
    <svg
      className={styles.mark}
      data-priority={priority}
      data-form={form}
      viewBox="0 0 24 24"
      width={`${size / 16}em`}
      height={`${size / 16}em`}
      role="img"
      aria-label={text.alarms.priority[priority]}
      aria-hidden={hidden}
    >
      <path d={shape.d} />
      <text x="12" y={shape.y} textAnchor="middle">
        {priority}
      </text>
    </svg>
  );
};
