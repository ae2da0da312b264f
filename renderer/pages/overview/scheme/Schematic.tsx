import { useElementSize } from '@mantine/hooks';
import { type CSSProperties, useMemo } from 'react';
import type { Overview } from '../../../../server/contract/plant/overview.ts';
import { type BalanceData, readBalanceGraph } from '../../../../server/contract/user/waterBalance.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import { usePast } from '../../../state/past.tsx';
import { useProfile, useServices } from '../../../state/services.ts';
import { useMedia } from '../../../state/useMedia.ts';
import { useShared } from '../../../state/useShared.ts';
import { clockTime } from '../../../text/times.ts';
import { flowNow } from '../nodeNow.ts';
import { plusMinus } from '../thingWords.ts';
import type { PlantNow } from '../usePlantNow.ts';
import { words } from '../words.ts';
import { boxNow } from './boxNow.ts';
import pipeStyles from './PipeLine.module.css';
import { Legend, Pipe } from './PipeLine.tsx';
import { boxOf, pathsOf } from './pipes.ts';
import styles from './Schematic.module.css';
import { SchemeBox } from './SchemeBox.tsx';
import { type Scheme, schemeOf } from './schematic.ts';

/** Unaccounted water hangs under its node; only where it is more than the meters explain. */
const openNodes = (balance: BalanceData | undefined) =>
  new Map(
    (balance?.nodes ?? [])
      .filter(({ status, z }) => (status === 'loss' || status === 'gain') && z !== null && Math.abs(z) >= 2)
      .map((node) => [node.id, plusMinus(node.unaccountedKL, node.band95KL, 'KL')]),
  );

const Picture = ({ scheme, now, tall }: { scheme: Scheme; now: PlantNow; tall: boolean }) => {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const { values } = useServices();
  const isList = useMedia('screen and (max-width: 61.9375em)');
  const boxes = useMemo(
    () => new Map(scheme.nodes.map((node) => [node.id, boxOf(node, scheme, { width, height })])),
    [scheme, width, height],
  );
  // before the picture knows its size all boxes would lie on one another
  const isPlaced = isList || width > 0;
  const paths = useMemo(() => (width === 0 ? [] : pathsOf(scheme, boxes, { width, height })), [scheme, boxes, width, height]);
  const { data: balance } = now.balance;
  const open = useMemo(() => openNodes(balance), [balance]);
  const pipeOf = useMemo(() => new Map(scheme.pipes.map((pipe) => [pipe.id, pipe])), [scheme]);
  const ordered = useMemo(() => scheme.nodes.toSorted((a, b) => a.column - b.column || a.row - b.row), [scheme]);
  const flows = useShared(
    Object.fromEntries(scheme.pipes.map((pipe) => [pipe.id, flowNow(values, now.units, pipe.unitIds, now.moment)])),
  );
  const shown = useShared(
    Object.fromEntries(ordered.map((node) => [node.id, boxNow(node, { values, now, unaccounted: open.get(node.id) ?? null })])),
  );
  return (
    <div
      className={styles.picture}
      data-tall={tall || undefined}
      data-open={open.size > 0 || undefined}
      style={{ '--hw-rows': scheme.rows } as CSSProperties}
      ref={ref}
    >
      <svg className={pipeStyles.pipes} width={width} height={height} aria-hidden="true">
        {paths.map((path) => {
          const [pipe, flow] = [pipeOf.get(path.id), flows[path.id]];
          return pipe === undefined || flow === undefined ? null : <Pipe key={path.id} path={path} pipe={pipe} flow={flow} />;
        })}
      </svg>
      <ul aria-label={words.scheme.list}>
        {ordered.map((node) => {
          const [box, boxNow] = [boxes.get(node.id), shown[node.id]];
          return box === undefined || boxNow === undefined || !isPlaced ? null : (
            <SchemeBox key={node.id} node={node} box={isList ? undefined : box} now={boxNow} />
          );
        })}
      </ul>
    </div>
  );
};

const legend = <Legend />;

/** The plant from source to discharge in about a dozen nodes, made of the balance graph. */
export const Schematic = ({ overview, now, tall = false }: { overview: Overview; now: PlantNow; tall?: boolean }) => {
  const { timezone } = useProfile();
  const past = usePast();
  const graph = useEndpoint(readBalanceGraph, {}, { everyMs: 10 * 60_000 });
  // whether a meter ran is asked of two days, so that a rare pipe does not come and go with the hour
  const ran = overview.units
    .filter(({ today, yesterdaySoFar }) => (today.value ?? 0) > 0 || (yesterdaySoFar.value ?? 0) > 0)
    .map(({ unitId }) => unitId)
    .join(' ');
  const scheme = useMemo(() => {
    const runs = new Set(ran.split(' '));
    return graph.data === undefined ? null : schemeOf(graph.data, (id) => runs.has(id));
  }, [graph.data, ran]);
  const since = clockTime(Date.parse(overview.window.from), timezone);
  return (
    <Panel
      id="overview-water"
      title={past === null ? words.scheme.title : words.scheme.pastTitle}
      note={words.scheme.note(since, past === null ? null : clockTime(Date.parse(overview.comparedTo), timezone))}
      fresh={graph.fresh}
      actions={legend}
    >
      <Loaded of={graph} rows={6} rowHeight="4rem">
        {() =>
          scheme === null || scheme.nodes.length === 0 ? (
            <p>{words.scheme.none}</p>
          ) : (
            <Picture scheme={scheme} now={now} tall={tall} />
          )
        }
      </Loaded>
    </Panel>
  );
};
