import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { type DecodeSpec, registerType } from '../../../../server/contract/model/field.ts';
import { showAddress, writtenDecodeSpec } from '../../../../server/contract/model/registerAddress.ts';
import { decodeMatrix } from '../../../../server/contract/plant/tools/registers.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { formatUpTo, unitLabel } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import { Matrix } from '../meter/Matrix.tsx';
import styles from '../Page.module.css';
import { toolWords as words } from '../words.ts';

const settleMs = 600;
const registers = 4;
const wide = registerType.exclude(['bool', 'bit', 'string']);

type Typed = { name?: string; measure?: string; decode?: unknown };
type Row = z.output<typeof decodeMatrix.reply>['rows'][number];

/** What is typed, once nothing was typed for a moment: a device is not asked for each digit of an address. */
const useSettled = <T,>(value: T, key: string): T => {
  const [settled, setSettled] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is another object with each picture
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
};

/** The value of the registers as the form decodes them; types that the device's answer is not shown in have none. */
const shownValue = (row: Row | undefined, { type, wordOrder, scale, offset, fraction }: DecodeSpec): number | null => {
  const same = row?.values.filter((one) => one.type === type) ?? [];
  const raw = (same.find((one) => one.wordOrder === wordOrder) ?? same[0])?.value;
  return typeof raw !== 'number' || fraction !== undefined ? null : raw * scale + offset;
};

/** What the device answers now at the typed address, as the form reads it and in every other way. */
export const LiveDecoding = ({ connectionId, slaveId, value }: { connectionId: string; slaveId: number; value: Typed }) => {
  const typed = writtenDecodeSpec.safeParse(value.decode);
  const decode = typed.success && wide.safeParse(typed.data.type).success ? typed.data : null;
  const isRegister = decode?.space === 'holding' || decode?.space === 'input';
  const now = useSettled(isRegister ? decode : null, JSON.stringify(decode));
  const query = { connectionId, slaveId, space: now?.space ?? 'holding', address: now?.address ?? 0, count: registers };
  const matrix = useEndpoint(decodeMatrix, { query }, { everyMs: 3000, enabled: now !== null });
  const register = now === null ? '' : showAddress(now.space, now.address).register;
  return (
    <section className={styles.form} aria-label={words.live}>
      <h4>{words.live}</h4>
      {now === null ? (
        <p className={styles.note}>{words.liveWaits}</p>
      ) : (
        <>
          <Loaded of={matrix} rows={1}>
            {({ rows: [row] }) => {
              const found = shownValue(row, now);
              return (
                <p className={styles.finding}>
                  {found === null ? text.noValue : `${formatUpTo(found, 4)} ${unitLabel(value.measure ?? '')}`.trim()}
                </p>
              );
            }}
          </Loaded>
          <p className={styles.note}>{words.liveHint}</p>
          <Matrix
            connectionId={connectionId}
            slaveId={slaveId}
            signal={{ name: value.name === undefined || value.name === '' ? register : value.name, register, decode: now }}
          />
        </>
      )}
    </section>
  );
};
