import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { writePointSpec } from '../../../../server/contract/model/writePoint.ts';
import {
  addWritePoint,
  changeWritePoint,
  deleteWritePoint,
  listWritePoints,
} from '../../../../server/contract/plant/commands.ts';
import { listDevices } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { plantField } from '../../../../server/contract/plant/state.ts';
import { useEndpoint, useSaving, useSend } from '../../../api/useEndpoint.ts';
import { useOpenStep } from '../../../parts/focus/useOpenStep.ts';
import { DeleteByName } from '../../../parts/form/DeleteByName.tsx';
import { OpenedOrNew } from '../../../parts/gone/OpenedOrNew.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { shapeOf } from '../../../parts/structure/shape.ts';
import { useServices } from '../../../state/services.ts';
import { unitLabel } from '../../../text/numbers.ts';
import { readSearch } from '../entry.ts';
import styles from '../Plant.module.css';
import { useMade } from '../units/useMade.ts';
import { pointFields, words } from '../words.ts';
import { DryRunPart } from './DryRunPart.tsx';

type Point = z.output<typeof listWritePoints.reply>['points'][number];

const fresh = { kind: 'setpoint', fn: 6, type: 'uint16' };
const units = { minIntervalMs: 'ms', delayMs: 'ms', pollMs: 'ms', timeoutMs: 'ms', travelMs: 'ms' };

/** Values of a set point are in its unit of measure. */
const measured = (value: unknown): Record<string, string> => {
  const unit = unitLabel(String(Reflect.get(Object(value), 'measure') ?? ''));
  if (unit === '') return {};
  return { min: unit, max: unit, step: unit, within: unit, maxRatePerMinute: unit, 'failSafe.value': unit };
};

/** One write point, or a new one, with a dry run of what is typed. */
const PointForm = ({ point, open }: { point: Point | null; open: (item: string | undefined) => void }) => {
  const { session } = useServices();
  const devices = useEndpoint(listDevices, { query: {} });
  const field = useEndpoint(plantField, {}, { everyMs: 5000 });
  const add = useSaving(addWritePoint);
  const change = useSend(changeWritePoint);
  const remove = useSend(deleteWritePoint);
  const made = useMade('point', open);
  const title = point?.name ?? words.addPoint;
  const tags = field.data?.tags ?? [];
  return (
    <Loaded of={devices} rows={8}>
      {({ devices: all }) => (
        <>
          <h2>{title}</h2>
          <StructureForm
            title={title}
            draftName={`point.${point?.id ?? 'new'}`}
            schema={writePointSpec}
            shape={shapeOf(writePointSpec)}
            labels={(value) => ({ ...pointFields, units: { ...units, ...measured(value) } })}
            choices={{
              deviceId: all.map(({ id, name }) => ({ value: id, label: name })),
              tagId: tags.map(({ tagId, name, deviceId }) => ({
                value: tagId,
                label: `${all.find(({ id }) => id === deviceId)?.name ?? deviceId}: ${name}`,
              })),
            }}
            isNew={point === null}
            stored={point === null ? { version: 0, value: fresh } : { version: point.version, value: point }}
            latest={point?.version}
            {...(point === null ? {} : { subject: point.id })}
            submit={point === null ? words.create : undefined}
            send={async (body, version) => {
              if (point === null) return made.keep(await add.send({ body }));
              return (await change.send({ params: { id: point.id }, body: { ...body, version } })).version;
            }}
            read={async () => {
              const { points } = await session.request(listWritePoints, { query: {} });
              const now = points.find(({ id }) => id === point?.id);
              if (now === undefined) throw new Error('the write point is gone');
              return { version: now.version, value: now };
            }}
            beside={(value) => <DryRunPart typed={value} tags={tags} />}
            onSaved={made.go}
          />
          {point === null ? null : (
            <DeleteByName
              name={point.name}
              hint={words.deletePoint}
              remove={() => remove.send({ params: { id: point.id }, query: { version: point.version } })}
              onDone={() => open(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  );
};

/** Write points: their registers, limits and conditions. */
export const Points = () => {
  const { item } = useSearch({ from: '/plant' });
  const navigate = useNavigate({ from: '/plant' });
  const points = useEndpoint(listWritePoints, { query: {} }, { everyMs: 15_000 });
  const step = useOpenStep(item !== undefined);
  const open = (next: string | undefined) =>
    next === undefined
      ? step.close(() => void navigate({ search: readSearch({ tab: 'points' }), replace: true }))
      : void navigate({ search: readSearch({ tab: 'points', item: next }), ...step.opening });
  return (
    <Loaded of={points} rows={6}>
      {({ points: all }) => {
        const point = all.find(({ id }) => item === `point ${id}`);
        return (
          <div className={styles.split} data-open={item !== undefined || undefined}>
            <div className={styles.stack}>
              <div>
                <Button onClick={() => open('new point')}>{words.addPoint}</Button>
              </div>
              {all.length === 0 ? <p className={styles.note}>{words.noPoints}</p> : null}
              <ul className={styles.tree} aria-label={words.tabs.points}>
                {all.map(({ id, name, kind }) => (
                  <li key={id}>
                    <button
                      type="button"
                      className={styles.node}
                      aria-current={item === `point ${id}` || undefined}
                      onClick={() => open(`point ${id}`)}
                    >
                      {name} <span className={styles.note}>{pointFields.options[kind]}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
            {item === undefined ? null : (
              <div className={styles.stack}>
                <div className={styles.back}>
                  <Button variant="default" onClick={() => open(undefined)}>
                    {words.back}
                  </Button>
                </div>
                <OpenedOrNew
                  id={item}
                  isNew={item === 'new point'}
                  found={point}
                  isComing={points.busy}
                  back={{ label: words.back, go: () => open(undefined) }}
                >
                  {(one) => <PointForm point={one ?? null} open={open} />}
                </OpenedOrNew>
              </div>
            )}
          </div>
        );
      }}
    </Loaded>
  );
};
