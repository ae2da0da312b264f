import type { z } from 'zod';
import type { listAlarms } from '../../../server/contract/plant/alarms.ts';
import { Panel } from '../../parts/Panel.tsx';
import { useProfile } from '../../state/services.ts';
import { dateAndTime } from '../../text/times.ts';
import { Declare, EndMaintenance } from './Maintenance.tsx';
import styles from './Page.module.css';
import { words } from './words.ts';

type Listed = z.output<typeof listAlarms.reply>;

/** Whose alarms cannot come: units where somebody works, and what is switched off. */
export const HeldBack = ({ maintenance, outOfService }: Pick<Listed, 'maintenance' | 'outOfService'>) => {
  const { timezone, permissions } = useProfile();
  const may = permissions.includes('ALERTS');
  return (
    <div className={styles.panels}>
      <Panel id="alarm-maintenance" title={words.maintenance}>
        {maintenance.length === 0 ? <p className={styles.sub}>{words.noMaintenance}</p> : null}
        <ul className={styles.held}>
          {maintenance.map(({ unitId, unitName, until, reason }) => (
            <li key={unitId}>
              <strong>{unitName}</strong> {words.until(dateAndTime(Date.parse(until), timezone))}
              <span className={styles.sub}>{reason}</span>
              {may ? <EndMaintenance unitId={unitId} unitName={unitName} /> : null}
            </li>
          ))}
        </ul>
        {may ? <Declare /> : null}
      </Panel>
      <Panel id="alarm-off" title={words.outOfService}>
        {outOfService.length === 0 ? <p className={styles.sub}>{words.noneOutOfService}</p> : null}
        <ul className={styles.held}>
          {outOfService.map(({ unitId, unitName, category, param }) => (
            <li key={`${unitId} ${category} ${param}`}>
              <strong>{unitName}</strong>
              <span className={styles.sub}>
                {category === null
                  ? words.notDeployed
                  : [words.watches[category], param.replaceAll('_', ' ')].filter(Boolean).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
};
