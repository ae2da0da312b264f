import { remarksOf } from '../../../server/contract/model/commandRemarks.ts';
import type { ScadaNode, ScadaNodeData } from '../../../server/contract/user/scada.ts';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { formatAge } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { sayRemarks } from '../commands/remarks.ts';
import { Chip } from './Chip.tsx';
import styles from './Node.module.css';
import type { UnitsById } from './reading.ts';
import { type Body, DiagramSymbol } from './Symbol.tsx';
import { bodyOfValve, type Valve } from './valve.ts';
import { words } from './words.ts';

export type Shown = {
  node: ScadaNode;
  data: ScadaNodeData | undefined;
  units: UnitsById;
  valve: Valve | undefined;
  past: boolean;
  /** Nothing newer is known of it: whether it runs, is open or flows may have changed since. */
  isUnknown?: boolean | undefined;
};

const vessels: readonly string[] = ['tank', 'basin', 'pond'];

/** What is at rest: a pump or a train by its flow, a valve by its feedback. */
const bodyOf = ({ node, data, valve, past, isUnknown }: Shown): Body => {
  if (isUnknown) return 'unknown';
  if (node.kind === 'valve' || node.kind === 'controlValve') return past ? 'unknown' : bodyOfValve(valve);
  const [first] = data?.values ?? [];
  if (first === undefined || first.state === 'bad' || first.state === 'stale' || typeof first.value !== 'number')
    return 'unknown';
  return first.unit === 'm3/h' && first.value <= 0 && node.kind !== 'meter' && node.kind !== 'sensor' ? 'stop' : 'run';
};

const lettersOf = ({ node, data, units }: Shown): string => {
  if (node.kind === 'meter') return 'FT';
  const [first] = data?.values ?? [];
  const of = units.get(first?.unitId ?? '');
  if (of?.type === 'energy') return 'JT';
  if (first?.unit === 'bar') return 'PT';
  if (first?.unit === '°C') return 'TT';
  return of?.type === 'stock' || of?.type === 'level' ? 'LT' : 'AT';
};

const percentOf = ({ data }: Shown): number | null => {
  const found = data?.values.find(({ field }) => field === 'percent')?.value;
  return typeof found === 'number' ? found : null;
};

export const NodeSymbol = (shown: Shown) => (
  <DiagramSymbol
    shape={shown.node.kind}
    body={bodyOf(shown)}
    percent={percentOf(shown)}
    limits={[shown.node.range?.low, shown.node.range?.high]}
    letters={lettersOf(shown)}
    fault={shown.valve?.fault != null}
  />
);

const ValveState = ({ valve, past, isUnknown = false }: Pick<Shown, 'valve' | 'past' | 'isUnknown'>) => {
  const { clock } = useServices();
  const nowMs = useNow(clock);
  if (past) return <p className={styles.field}>{words.valve.past}</p>;
  if (valve === undefined) return <p className={styles.field}>{words.valve.none}</p>;
  return (
    <p className={styles.valve} data-differs={valve.differs || undefined}>
      {isUnknown ? '? ' : null}
      <b data-doubtful={isUnknown || undefined}>{words.valve.state[valve.state]}</b>{' '}
      <span className={styles.field}>{valve.readAt === null ? '' : formatAge(nowMs - Date.parse(valve.readAt))}</span>
      {valve.commanded === null || !valve.differs ? null : (
        <span className={styles.tag}>{words.valve.asked(words.valve.commands[valve.commanded])}</span>
      )}
      {valve.fault === null ? null : <span className={styles.tag}>{words.valve.fault(sayRemarks(remarksOf(valve.fault)))}</span>}
    </p>
  );
};

/** Values of a node: totals come last and small, the first of several without its name where the node says it. */
export const NodeValues = ({ shown, all = false }: { shown: Shown; all?: boolean }) => {
  const { node, data, units, past, valve } = shown;
  const values = (data?.values ?? []).filter(({ field }, at) => all || field !== 'total' || at === 0);
  return (
    <>
      {node.kind === 'valve' || node.kind === 'controlValve' ? (
        <ValveState valve={valve} past={past} isUnknown={shown.isUnknown} />
      ) : null}
      {node.kind === 'pump' && data !== undefined ? (
        <p className={styles.valve}>
          <b>{words.pump[bodyOf(shown)]}</b>
        </p>
      ) : null}
      {values.map((value, at) => (
        <Chip
          key={`${value.unitId} ${value.field} ${value.param ?? ''}`}
          value={value}
          unit={units.get(value.unitId)}
          past={past}
          named={all || at > 0 || value.param !== undefined || value.field === 'total'}
        />
      ))}
    </>
  );
};

/** A symbol with its value chips; an alarm frames it. */
export const NodeBody = (shown: Shown) => {
  const { node, data } = shown;
  const { alarm } = data ?? {};
  const isSeen = alarm !== undefined && alarm.state !== 'unack' && alarm.state !== 'rtn_unack';
  const shelved = alarm?.state === 'shelved' || alarm?.state === 'suppressed';
  return (
    <div
      className={styles.node}
      data-vessel={vessels.includes(node.kind) || undefined}
      data-priority={alarm === undefined || shelved ? undefined : alarm.priority}
    >
      {alarm === undefined || shelved ? null : (
        <span className={styles.mark}>
          <PriorityMark priority={alarm.priority} size={24} form={isSeen ? 'outlined' : 'filled'} />
        </span>
      )}
      <NodeSymbol {...shown} />
      <div className={styles.texts}>
        <b className={styles.name}>{node.label}</b>
        <NodeValues shown={shown} />
      </div>
    </div>
  );
};

/** For those who cannot see the symbol. */
export const spokenKind = ({ node }: Pick<Shown, 'node'>): string => `${words.kinds[node.kind]} ${node.label || text.noValue}`;
