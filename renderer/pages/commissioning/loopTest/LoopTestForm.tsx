import { useState } from 'react';
import type { z } from 'zod';
import type { PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import {
  type LoopTest,
  listLoopTests,
  loopTestSpec,
  saveLoopTest,
} from '../../../../server/contract/plant/commissioning/loopTests.ts';
import { listUnits, type readUnit } from '../../../../server/contract/plant/units.ts';
import { useAdding } from '../../../api/useAdding.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { draftAt, withAt } from '../../../parts/structure/draft.ts';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { shapeOf } from '../../../parts/structure/shape.ts';
import { useProfile, useServices } from '../../../state/services.ts';
import { unitLabel } from '../../../text/numbers.ts';
import { dateWithYearAndTime } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import { loopTestFields, toolWords as words } from '../words.ts';

type PlantUnit = z.output<typeof readUnit.reply>;
type Props = { tags: readonly PlantTag[]; earlier: readonly LoopTest[]; onKept: () => void };

const shown = [
  ...['unitId', 'param', 'measure', 'testedAt', 'testedBy', 'reference', 'points'],
  ...['tolerancePct', 'toleranceOf', 'span', 'dueOn', 'note', 'corrects'],
];
const units = { tolerancePct: '%' };
const measured = (value: unknown): Record<string, string> => {
  const unit = unitLabel(String(Reflect.get(Object(value), 'measure') ?? ''));
  return unit === '' ? {} : { 'points.reference': unit, asFound: unit, asLeft: unit, span: unit };
};

/** What a signal is measured in; one that names nothing is in the measure of what it feeds. */
const measureIn = (units: readonly PlantUnit[], tag: PlantTag | undefined): string => {
  if (tag === undefined || tag.measure !== '') return tag?.measure ?? '';
  const fed = units.find(({ id }) => id === tag.unitId)?.series.find(({ param }) => param === tag.param);
  return fed?.measure ?? '';
};

/** A loop test with its readings, as it is kept for good. */
export const LoopTestForm = ({ tags, earlier, onKept }: Props) => {
  const { clock } = useServices();
  const { username, timezone } = useProfile();
  const save = useAdding(saveLoopTest, async (session, { body }) => {
    const { loopTests } = await session.request(listLoopTests, { query: { unitId: body.unitId } });
    return loopTests.some(
      ({ param, testedAt, testedBy, points, corrects }) =>
        param === body.param &&
        Date.parse(testedAt) === Date.parse(body.testedAt) &&
        testedBy === body.testedBy &&
        corrects === (body.corrects ?? null) &&
        points.length === body.points.length,
    );
  });
  const all = useEndpoint(listUnits, {});
  const feeding = tags.filter(({ unitId, param }) => unitId !== null && param !== null);
  const [first] = feeding;
  const ofUnit = (unitId: unknown) => feeding.filter((tag) => tag.unitId === unitId);
  const [start] = useState(() => ({
    unitId: first?.unitId ?? '',
    param: first?.param ?? '',
    testedAt: new Date(clock.now()).toISOString(),
    testedBy: username,
    toleranceOf: 'reading',
    points: [{ reference: undefined }],
  }));
  return (
    <Loaded of={all} rows={8}>
      {({ units: known }) => (
        <StructureForm
          title={words.newTest}
          draftName={`loopTest.${first?.deviceId ?? ''}`}
          schema={loopTestSpec}
          shape={shapeOf(loopTestSpec)}
          shown={shown}
          labels={(value) => ({ ...loopTestFields, units: { ...units, ...measured(value) } })}
          choices={(value) => ({
            unitId: [...new Set(feeding.map(({ unitId }) => unitId ?? ''))].map((id) => ({
              value: id,
              label: known.find((unit) => unit.id === id)?.name ?? id,
            })),
            param: [...new Set(ofUnit(Reflect.get(Object(value), 'unitId')).map(({ param }) => param ?? ''))].map((param) => ({
              value: param,
              label: text.params[param] ?? param,
            })),
            corrects: earlier
              .filter(({ correctedBy }) => correctedBy === null)
              .map(({ id, unitName, testedAt }) => ({
                value: id,
                label: `${unitName}, ${dateWithYearAndTime(Date.parse(testedAt), timezone)}`,
              })),
          })}
          follow={(draft, path) => {
            if (path !== 'unitId' && path !== 'param') return draft;
            const own = ofUnit(draftAt(draft, ['unitId']));
            const tag = own.find(({ param }) => param === draftAt(draft, ['param'])) ?? own[0];
            return withAt(withAt(draft, ['param'], tag?.param ?? ''), ['measure'], measureIn(known, tag));
          }}
          isNew
          stored={{ version: 0, value: { ...start, measure: measureIn(known, first) } }}
          submit={words.keep}
          send={async (body) => {
            await save.add({ body });
            return 1;
          }}
          read={() => Promise.reject(new Error('a loop test is never changed'))}
          onSaved={onKept}
        />
      )}
    </Loaded>
  );
};
