import { type DecodeSpec, wordOrder as wordOrders } from '../../../../server/contract/model/field.ts';
import { decodeMatrix } from '../../../../server/contract/plant/tools/registers.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { formatUpTo } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import { words } from '../words.ts';
import styles from './Meter.module.css';
import table from './Signals.module.css';

const types = ['int16', 'uint16', 'int32', 'uint32', 'float32', 'float64'] as const;
const orders = wordOrders.options;

/** Whole numbers in full, others short, absurd ones with their power of ten. */
const shown = (value: number | string | null | undefined): string => {
  if (value === null || value === undefined) return text.noValue;
  if (typeof value === 'string') return value;
  const size = Math.abs(value);
  return value !== 0 && (size >= 1e10 || size < 1e-3) ? value.toExponential(2).replace('-', '−') : formatUpTo(value, 3);
};

type Props = {
  connectionId: string;
  slaveId: number;
  signal: { name: string; register: string; decode: Pick<DecodeSpec, 'space' | 'address' | 'type' | 'wordOrder'> };
};

/** The registers of one signal in every type and word order: absurd numbers stay, they show why one is right. */
export const Matrix = ({ connectionId, slaveId, signal: { name, register, decode } }: Props) => {
  const { space, address, type, wordOrder } = decode;
  const matrix = useEndpoint(
    decodeMatrix,
    { query: { connectionId, slaveId, space, address, count: 4 } },
    { everyMs: 3000, enabled: space === 'holding' || space === 'input' },
  );
  return (
    <section className={styles.matrix} aria-label={words.everyWay(name)}>
      <h3>{words.everyWay(name)}</h3>
      <Loaded of={matrix} rows={4}>
        {({ rows: [row] }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          <section className={styles.scroll} tabIndex={0} aria-label={`${words.everyWay(name)}: ${text.page.table}`}>
            <table className={table.signals}>
              <thead>
                <tr>
                  <th scope="col">{words.registersAs(register)}</th>
                  {orders.map((order) => (
                    <th key={order} scope="col" data-numeric className={styles.mono}>
                      {order}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {types.map((one) => (
                  <tr key={one}>
                    <th scope="row">{one}</th>
                    {orders.map((order) => {
                      const found = row?.values.find((value) => value.type === one && value.wordOrder === order);
                      return (
                        <td
                          key={order}
                          data-numeric
                          className={styles.mono}
                          data-match={(one === type && (order === wordOrder || found === undefined)) || undefined}
                        >
                          {shown(found?.value)}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Loaded>
    </section>
  );
};
