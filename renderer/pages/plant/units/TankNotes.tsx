import type { TankShape } from '../../../../server/contract/model/units.ts';
import { tankShape } from '../../../../server/contract/model/units.ts';
import { formatTo, formatValue } from '../../../text/numbers.ts';
import styles from '../Plant.module.css';
import { words } from '../words.ts';
import { heldOtherwise } from './capacity.ts';
import { StrapPaste } from './StrapPaste.tsx';
import { TankDrawing } from './TankDrawing.tsx';
import type { UnitPart } from './unitParts.ts';

const tankOf = (value: unknown): unknown => Reflect.get(Object(Reflect.get(Object(value), 'meta')), 'tank');
const isTable = (value: unknown): boolean => Reflect.get(Object(tankOf(value)), 'shape') === 'table';

/** The tank that is typed, once it is one. */
const typedTank = (value: unknown): TankShape | null => {
  const parsed = tankShape.safeParse(tankOf(value));
  return parsed.success ? parsed.data : null;
};

/** Beside the fields of a tank: whether capacity and shape agree, its drawing, and where a strap table is pasted. */
export const TankNotes = ({ value, part }: { value: unknown; part: UnitPart }) => {
  const tank = typedTank(value);
  const other = heldOtherwise(Reflect.get(Object(value), 'maxCapacity'), tank);
  return (
    <>
      {other === null ? null : (
        <p className={styles.warning} role="status">
          {words.otherCapacity(
            `${formatValue(other.capacityKL, 'KL')} KL`,
            `${formatValue(other.fullM3, 'm3')} m³`,
            `${formatTo(other.brimPct, 1)} %`,
          )}
        </p>
      )}
      {part === 'tank' && isTable(value) ? <StrapPaste /> : null}
      {part === 'tank' ? <TankDrawing tank={tank} /> : null}
    </>
  );
};
