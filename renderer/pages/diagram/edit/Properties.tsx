import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OverviewUnit } from '../../../../server/contract/plant/overview.ts';
import type { ScadaNode, ScadaPage } from '../../../../server/contract/user/scada.ts';
import styles from '../../../parts/editor/Editor.module.css';
import { PlainNumber, PlainSelect, PlainText } from '../../../parts/editor/PlainFields.tsx';
import { UnitSearch } from '../../../parts/editor/UnitSearch.tsx';
import { words as editorWords } from '../../../parts/editor/words.ts';
import { words as diagramWords } from '../words.ts';
import type { DrawnEdge, Kind } from './drawing.ts';
import { words } from './words.ts';

type Patch = (part: { [Key in keyof ScadaNode]?: ScadaNode[Key] | undefined }, kind?: string) => void;
type WritePoints = readonly { id: string; name: string; asset: string }[];

const everyKind = (): Kind[] => Object.keys(diagramWords.kinds) as Kind[];
const plainFields = ['value', 'total', 'counter', 'percent', 'status'];

const fieldsOf = (unit: OverviewUnit | undefined): { value: string; label: string }[] => [
  ...plainFields
    .filter((field) => field !== 'percent' || unit === undefined || unit.maxCapacity !== undefined)
    .map((value) => ({ value, label: words.fields[value] ?? value })),
  ...(unit?.params ?? []).map(({ param }) => ({ value: `value ${param}`, label: param })),
];

const Bindings = ({ node, units, patch }: { node: ScadaNode; units: readonly OverviewUnit[]; patch: Patch }) => {
  const { bind = [] } = node;
  return (
    <section className={styles.stack} aria-label={words.bindings}>
      <h2>{words.bindings}</h2>
      {bind.length === 0 ? <p className={styles.note}>{words.noBinding}</p> : null}
      <ul className={styles.bound}>
        {bind.map((one, at) => {
          const unit = units.find(({ unitId }) => unitId === one.unitId);
          const name = unit?.unitName ?? words.missing(one.unitId);
          const chosen = one.param === undefined ? one.field : `value ${one.param}`;
          const options = fieldsOf(unit);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same unit may be bound twice, its place is what counts
            <li key={`${at} ${one.unitId}`}>
              <PlainSelect
                label={name}
                value={chosen}
                options={options.some(({ value }) => value === chosen) ? options : [{ value: chosen, label: chosen }, ...options]}
                onChange={(value) => {
                  const [field = 'value', param] = value.split(' ');
                  const { param: _, ...rest } = one;
                  const next = { ...rest, field, ...(param === undefined ? {} : { param }) };
                  patch({ bind: bind.map((other, place) => (place === at ? next : other)) });
                }}
              />
              <Button
                size="xs"
                variant="default"
                aria-label={editorWords.takeAway(name)}
                onClick={() => patch({ bind: bind.filter((_, place) => place !== at) })}
              >
                ×
              </Button>
            </li>
          );
        })}
      </ul>
      <UnitSearch
        units={units}
        label={words.bind}
        onChoose={({ unitId, type, maxCapacity }) =>
          patch({ bind: [...bind, { unitId, field: type === 'stock' && maxCapacity !== undefined ? 'percent' : 'value' }] })
        }
      />
    </section>
  );
};

type NodeProps = {
  node: ScadaNode;
  others: readonly ScadaNode[];
  units: readonly OverviewUnit[];
  /** Undefined while they are not known. */
  points: WritePoints | undefined;
  patch: Patch;
  onConnect: (target: string) => void;
};

/** What one symbol is and shows; every field changes the drawing at once. */
export const NodeProperties = ({ node, others, units, points, patch, onConnect }: NodeProps) => {
  const [target, setTarget] = useState('');
  const isValve = node.kind === 'valve' || node.kind === 'controlValve';
  const { control } = node;
  const mover = control && points?.find(({ id, asset }) => id === control.deviceId || asset === control.deviceId);
  const unnamed = control && (points === undefined ? control.deviceId : words.missingPoint(control.deviceId));
  const lost = control && mover === undefined ? [{ value: control.deviceId, label: unnamed ?? '' }] : [];
  const number = (field: 'x' | 'y' | 'w' | 'h', label: string) => (
    <PlainNumber
      label={label}
      value={node[field]}
      onChange={(value) => {
        if (value !== undefined) patch({ [field]: value }, `${field} ${node.id}`);
      }}
    />
  );
  return (
    <div className={styles.stack}>
      <PlainText label={editorWords.name} value={node.label} onChange={(label) => patch({ label }, `label ${node.id}`)} />
      <PlainSelect
        label={words.kind}
        value={node.kind}
        options={everyKind().map((value) => ({ value, label: diagramWords.kinds[value] }))}
        onChange={(kind) => patch({ kind })}
      />
      <div className={styles.pair}>
        {number('x', editorWords.across)}
        {number('y', editorWords.down)}
        {number('w', editorWords.width)}
        {number('h', editorWords.height)}
      </div>
      <Bindings node={node} units={units} patch={patch} />
      {isValve ? (
        <PlainSelect
          label={words.control}
          hint={words.controlHint}
          value={mover?.id ?? control?.deviceId ?? ''}
          options={[
            { value: '', label: editorWords.choose },
            ...lost,
            ...(points ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(deviceId) => patch({ control: deviceId === '' ? undefined : { deviceId, action: 'valve' } })}
        />
      ) : null}
      <PlainText
        label={words.link}
        hint={words.linkHint}
        value={node.link ?? ''}
        onChange={(link) => patch({ link: link === '' ? undefined : link }, `link ${node.id}`)}
      />
      <div className={styles.row}>
        <PlainSelect
          label={editorWords.connectTo}
          value={target}
          options={[
            { value: '', label: editorWords.choose },
            ...others.map(({ id, label, kind }) => ({ value: id, label: label || `${diagramWords.kinds[kind]} ${id}` })),
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

type EdgeProps = { edge: DrawnEdge; units: readonly OverviewUnit[]; onFlow: (unitId: string | undefined) => void };

/** Whose flow a line shows. */
export const EdgeProperties = ({ edge, units, onFlow }: EdgeProps) => {
  const { flowUnitId } = edge;
  const name = units.find(({ unitId }) => unitId === flowUnitId)?.unitName ?? words.missing(flowUnitId ?? '');
  return (
    <div className={styles.stack}>
      <h2>{words.flow}</h2>
      {flowUnitId === undefined ? (
        <p className={styles.note}>{words.noFlow}</p>
      ) : (
        <div className={styles.row}>
          <span>{name}</span>
          <Button size="xs" variant="default" aria-label={editorWords.takeAway(name)} onClick={() => onFlow(undefined)}>
            ×
          </Button>
        </div>
      )}
      <UnitSearch units={units} onChoose={({ unitId }) => onFlow(unitId)} />
    </div>
  );
};

type PageProps = { page: ScadaPage; onPatch: (part: Partial<ScadaPage>, kind?: string) => void; onRemove: () => void };

export const PageProperties = ({ page, onPatch, onRemove }: PageProps) => (
  <div className={styles.stack}>
    <h2>{words.page}</h2>
    <PlainText label={editorWords.name} value={page.name} onChange={(name) => onPatch({ name }, `name ${page.id}`)} />
    <PlainSelect
      label={words.level}
      value={String(page.level)}
      options={words.levels.map((label, at) => ({ value: String(at + 1), label }))}
      onChange={(level) => onPatch({ level: Number(level) as ScadaPage['level'] })}
    />
    <p className={styles.note}>{editorWords.none}</p>
    <p className={styles.note}>{editorWords.keys}</p>
    <div>
      <Button variant="default" onClick={onRemove}>
        {words.removePage}
      </Button>
    </div>
  </div>
);
