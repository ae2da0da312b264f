import { Button } from '@mantine/core';
import { useState } from 'react';
import { type BalanceEdge, type BalanceNode, isConserving } from '../../../../server/contract/model/balanceGraph.ts';
import type { OverviewUnit } from '../../../../server/contract/plant/overview.ts';
import styles from '../../../parts/editor/Editor.module.css';
import { PlainNumber, PlainSelect, PlainText } from '../../../parts/editor/PlainFields.tsx';
import { UnitSearch } from '../../../parts/editor/UnitSearch.tsx';
import { words as editorWords } from '../../../parts/editor/words.ts';
import { CheckField } from '../../../parts/form/fields.tsx';
import { type EdgePatch, type NodePatch, nodeTypes } from './graph.ts';
import { words } from './words.ts';

type UnitsProps = {
  title: string;
  hint?: string;
  search: string;
  unitIds: readonly string[];
  units: readonly OverviewUnit[];
  isRight: (unit: OverviewUnit) => boolean;
  onChange: (unitIds: string[]) => void;
};

/** Meters or tanks by name; those that cannot count here are not offered. */
const UnitList = ({ title, hint, search, unitIds, units, isRight, onChange }: UnitsProps) => (
  <section className={styles.stack} aria-label={title}>
    <h2>{title}</h2>
    {hint === undefined ? null : <p className={styles.note}>{hint}</p>}
    {unitIds.length === 0 ? <p className={styles.note}>{words.noMeters}</p> : null}
    <ul className={styles.bound}>
      {unitIds.map((unitId) => {
        const name = units.find((unit) => unit.unitId === unitId)?.unitName ?? unitId;
        return (
          <li key={unitId}>
            <span>{name}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={editorWords.takeAway(name)}
              onClick={() => onChange(unitIds.filter((one) => one !== unitId))}
            >
              ×
            </Button>
          </li>
        );
      })}
    </ul>
    <UnitSearch
      units={units.filter((unit) => isRight(unit) && !unitIds.includes(unit.unitId))}
      label={search}
      onChoose={({ unitId }) => onChange([...unitIds, unitId])}
    />
  </section>
);

const isTank = ({ type }: OverviewUnit): boolean => type === 'stock';
const isMeter = ({ type }: OverviewUnit): boolean =>
  type === 'flow' || type === 'borewell' || type === 'virtual' || type === 'manual';

type NodeProps = {
  node: BalanceNode;
  others: readonly BalanceNode[];
  units: readonly OverviewUnit[];
  patch: (part: NodePatch, kind?: string) => void;
  onConnect: (target: string) => void;
};

export const NodeProperties = ({ node, others, units, patch, onConnect }: NodeProps) => {
  const [target, setTarget] = useState('');
  return (
    <div className={styles.stack}>
      <PlainText label={editorWords.name} value={node.label} onChange={(label) => patch({ label }, `label ${node.id}`)} />
      <PlainSelect
        label={words.type}
        value={node.type}
        options={nodeTypes.map((value) => ({ value, label: words.types[value] }))}
        onChange={(type) => patch({ type })}
      />
      <CheckField label={words.conserve} checked={isConserving(node)} onChange={(conserve) => patch({ conserve })} />
      <PlainNumber
        label={words.knownLoss}
        hint={words.knownLossHint}
        value={node.knownLossPct}
        onChange={(knownLossPct) => patch({ knownLossPct }, `loss ${node.id}`)}
      />
      <UnitList
        title={words.metersOfNode}
        hint={words.metersHint}
        search={words.addMeter}
        unitIds={node.unitIds}
        units={units}
        isRight={isMeter}
        onChange={(unitIds) => patch({ unitIds })}
      />
      <UnitList
        title={words.tanks}
        search={words.addTank}
        unitIds={node.stockUnitIds ?? []}
        units={units}
        isRight={isTank}
        onChange={(stockUnitIds) => patch({ stockUnitIds })}
      />
      <div className={styles.row}>
        <PlainSelect
          label={editorWords.connectTo}
          value={target}
          options={[
            { value: '', label: editorWords.choose },
            ...others.map(({ id, label }) => ({ value: id, label: label || id })),
          ]}
          onChange={setTarget}
        />
        <Button variant="default" disabled={target === ''} onClick={() => onConnect(target)}>
          {editorWords.connect}
        </Button>
      </div>
    </div>
  );
};

type EdgeProps = { edge: BalanceEdge; units: readonly OverviewUnit[]; patch: (part: EdgePatch, kind?: string) => void };
type EstimateKind = 'none' | 'fixedKLD' | 'shareOfIn';

/** What measures a flow, how well, or what is taken in place of meters. */
export const EdgeProperties = ({ edge, units, patch }: EdgeProps) => {
  const { estimate } = edge;
  const kind: EstimateKind = estimate?.kind ?? 'none';
  return (
    <div className={styles.stack}>
      <PlainText
        label={words.label}
        value={edge.label ?? ''}
        onChange={(label) => patch({ label: label === '' ? undefined : label }, `label ${edge.id}`)}
      />
      <UnitList
        title={words.meters}
        search={words.addMeter}
        unitIds={edge.unitIds}
        units={units}
        isRight={isMeter}
        onChange={(unitIds) => patch({ unitIds })}
      />
      <PlainNumber
        label={words.mpe}
        hint={words.mpeHint}
        value={edge.mpePct}
        onChange={(mpePct) => patch({ mpePct }, `mpe ${edge.id}`)}
      />
      <PlainSelect<EstimateKind>
        label={words.estimate}
        value={kind}
        options={(['none', 'fixedKLD', 'shareOfIn'] as const).map((value) => ({ value, label: words.estimates[value] }))}
        onChange={(next) =>
          patch({
            estimate: next === 'none' ? undefined : { kind: next, value: next === 'shareOfIn' ? 0.1 : 1, uncertaintyPct: 20 },
          })
        }
      />
      {estimate === undefined ? null : (
        <div className={styles.pair}>
          <PlainNumber
            label={words.estimateValue[estimate.kind]}
            value={estimate.value}
            onChange={(value) => {
              if (value !== undefined) patch({ estimate: { ...estimate, value } }, `estimate ${edge.id}`);
            }}
          />
          <PlainNumber
            label={words.uncertainty}
            value={estimate.uncertaintyPct}
            onChange={(uncertaintyPct) => {
              if (uncertaintyPct !== undefined) patch({ estimate: { ...estimate, uncertaintyPct } }, `uncertainty ${edge.id}`);
            }}
          />
        </div>
      )}
    </div>
  );
};
