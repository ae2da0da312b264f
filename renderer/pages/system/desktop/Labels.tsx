import { Button } from '@mantine/core';
import { useState } from 'react';
import { listUnits } from '../../../../server/contract/plant/units.ts';
import type { ShellSurface } from '../../../../server/contract/process/surface.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { useOrigin } from '../../../api/useOrigin.ts';
import { SelectField } from '../../../parts/form/fields.tsx';
import { useBound } from '../../../parts/form/useBound.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { PrinterChoice, usePrinter } from '../../../parts/labels/PrinterChoice.tsx';
import { printLabel } from '../../../parts/labels/printLabel.ts';
import { words as labelWords } from '../../../parts/labels/words.ts';
import { Panel } from '../../../parts/Panel.tsx';
import { useProfile } from '../../../state/services.ts';
import styles from '../Page.module.css';
import { words } from './words.ts';

/** Labels with a code that opens the page of a unit. */
export const Labels = ({ shell }: { shell: ShellSurface }) => {
  const { industryName } = useProfile();
  const units = useEndpoint(listUnits, {});
  const origin = useOrigin();
  const [chosen, choose] = usePrinter();
  const [unitId, setUnitId] = useState('');
  const ofUnit = useBound(unitId, setUnitId);
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const print = async (unit: { id: string; name: string } | undefined) => {
    if (unit === undefined) return setSaid(words.unitGone);
    setBusy(true);
    const address = `${origin}/units/${encodeURIComponent(unit.id)}`;
    setSaid(await printLabel({ shell, ...chosen, address, title: unit.name, lines: [industryName, unit.id] }));
    setBusy(false);
  };
  return (
    <Panel id="labels" title={words.labels}>
      <div className={styles.stack}>
        <p className={styles.note}>{words.labelsHint}</p>
        <Loaded of={units} rows={2}>
          {({ units: all }) => (
            <div className={styles.buttons}>
              <SelectField
                of={ofUnit}
                label={words.unit}
                options={[{ value: '', label: '' }, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
              />
              <PrinterChoice shell={shell} chosen={chosen} onChoose={choose} />
              <Button variant="default" loading={isBusy} onClick={() => void print(all.find(({ id }) => id === unitId))}>
                {labelWords.print}
              </Button>
            </div>
          )}
        </Loaded>
        <p role="status">{said}</p>
      </div>
    </Panel>
  );
};
