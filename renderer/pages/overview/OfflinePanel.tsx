import { Link } from '@tanstack/react-router';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { Panel } from '../../parts/Panel.tsx';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { formatAge } from '../../text/times.ts';
import styles from './OfflinePanel.module.css';
import { words } from './words.ts';

/** Units without fresh data, longest silent first. */
export const OfflinePanel = ({ units }: { units: readonly OverviewUnit[] }) => {
  const { clock } = useServices();
  const nowMs = useNow(clock);
  const silent = units
    .filter(({ online }) => !online)
    .map((unit) => ({ ...unit, sinceMs: Math.max(...unit.params.map(({ at }) => (at === null ? 0 : Date.parse(at))), 0) }))
    .sort((a, b) => a.sinceMs - b.sinceMs);
  return (
    <Panel id="offline" title={words.offline} note={silent.length === 0 ? undefined : String(silent.length)}>
      {silent.length === 0 ? (
        <p className={styles.none}>{words.offlineNone}</p>
      ) : (
        <ul className={styles.list}>
          {silent.map(({ unitId, unitName, sinceMs }) => (
            <li key={unitId} className={styles.item}>
              <Link to="/units/$unitId" params={{ unitId }} className={styles.name}>
                {unitName}
              </Link>
              <span className={styles.since}>{sinceMs === 0 ? words.neverSeen : words.since(formatAge(nowMs - sinceMs))}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};
