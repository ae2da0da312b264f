import { Button } from '@mantine/core';
import { useState } from 'react';
import { listWritePoints } from '../../../server/contract/plant/commands.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { useProfile } from '../../state/services.ts';
import styles from './Page.module.css';
import { PointPanel } from './PointPanel.tsx';
import { words } from './words.ts';

type Props = {
  /** Points that concern this unit. */
  unitId?: string | undefined;
  /** The one point by its id or asset, as a diagram names it. */
  control?: string | undefined;
};

/** What may be commanded of a unit or a symbol, each in the same dialog as on the page of commands; nothing where there is none. */
export const CommandButtons = ({ unitId, control }: Props) => {
  const { permissions } = useProfile();
  const [chosen, setChosen] = useState<string | null>(null);
  const query = control === undefined && unitId !== undefined ? { forUnit: unitId } : {};
  const may = permissions.includes('PLC_WRITE') || permissions.includes('RELAY_CONTROL');
  const answer = useEndpoint(listWritePoints, { query }, { everyMs: 10_000, enabled: may });
  const points = (answer.data?.points ?? []).filter(
    ({ id, asset, permission }) =>
      permissions.includes(permission) && (control === undefined || control === id || control === asset),
  );
  const point = points.find(({ id }) => id === chosen);
  if (points.length === 0) return null;
  return (
    <div className={styles.buttons}>
      {points.map(({ id, name }) => (
        <Button key={id} variant="default" onClick={() => setChosen(id)}>
          {words.command(name)}
        </Button>
      ))}
      {point === undefined ? null : (
        <Dialog title={point.name} onCancel={() => setChosen(null)}>
          <PointPanel point={point} readOnly={answer.data?.readOnly ?? true} bare />
          <div className={styles.foot}>
            <Button variant="default" onClick={() => setChosen(null)}>
              {words.close}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
};
