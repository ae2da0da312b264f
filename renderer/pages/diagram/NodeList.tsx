import type { ScadaPage } from '../../../server/contract/user/scada.ts';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { NodeSymbol, NodeValues, type Shown } from './DiagramNode.tsx';
import { flowOrder } from './flowOrder.ts';
import styles from './NodeList.module.css';
import { words } from './words.ts';

type Props = { page: ScadaPage; shown: ReadonlyMap<string, Shown>; openId: string | undefined; onOpen: (id: string) => void };

const rank = ({ data }: Shown): number => {
  const { alarm } = data ?? {};
  return alarm === undefined || alarm.state === 'shelved' || alarm.state === 'suppressed' ? 9 : alarm.priority;
};

/** The same drawing without its places: what has an alarm first, then in the order of the flow. */
export const NodeList = ({ page, shown, openId, onOpen }: Props) => {
  const rows = flowOrder(page)
    .flatMap((id) => shown.get(id) ?? [])
    .filter(({ node }) => node.kind !== 'text' && node.kind !== 'group' && node.kind !== 'line')
    .sort((a, b) => rank(a) - rank(b));
  return (
    <ul className={styles.list} aria-label={words.list}>
      {rows.map((one) => (
        <li key={one.node.id} className={styles.row} data-open={one.node.id === openId || undefined}>
          <span className={styles.symbol}>
            {rank(one) < 9 && one.data?.alarm !== undefined ? (
              <PriorityMark
                priority={one.data.alarm.priority}
                size={26}
                form={one.data.alarm.state === 'ack' ? 'outlined' : 'filled'}
              />
            ) : (
              <NodeSymbol {...one} />
            )}
          </span>
          <button
            type="button"
            className={styles.name}
            aria-expanded={one.node.id === openId}
            onClick={() => onOpen(one.node.id)}
          >
            {one.node.label}
            <span>{words.kinds[one.node.kind]}</span>
          </button>
          <div className={styles.values}>
            <NodeValues shown={one} />
          </div>
        </li>
      ))}
    </ul>
  );
};
