import { useState } from 'react';
import type { PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { type LoopTest, loopTestSpec, saveLoopTest } from '../../../../server/contract/plant/commissioning/loopTests.ts';
import { listUnits } from '../../../../server/contract/plant/units.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { shapeOf } from '../../../parts/structure/shape.ts';
import { useProfile, useServices } from '../../../state/services.ts';
import { dateAndTime } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import { loopTestFields, toolWords as words } from '../words.ts';

type Props = { tags: readonly PlantTag[]; earlier: readonly LoopTest[]; onKept: () => void };

const shown = [
  ...['unitId', 'param', 'measure', 'testedAt', 'testedBy', 'reference', 'points'],
  ...['tolerancePct', 'toleranceOf', 'span', 'dueOn', 'note', 'corrects'],
];
const units = { tolerancePct: '%' };

/** A loop test with its readings, as it is kept for good. */
export const LoopTestForm = ({ tags, earlier, onKept }: Props) => {
  const { clock } = useServices();
  const { username, timezone } = useProfile();
  const save = useSend(saveLoopTest);
  const all = useEndpoint(listUnits, {});
  const feeding = tags.filter(({ unitId, param }) => unitId !== null && param !== null);
  const [first] = feeding;
  const [start] = useState(() => ({
    unitId: first?.unitId ?? '',
    param: first?.param ?? '',
    measure: first?.measure ?? '',
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
          labels={{ ...loopTestFields, units }}
          choices={{
            unitId: [...new Set(feeding.map(({ unitId }) => unitId ?? ''))].map((id) => ({
              value: id,
              label: known.find((unit) => unit.id === id)?.name ?? id,
            })),
            param: [...new Set(feeding.map(({ param }) => param ?? ''))].map((param) => ({
              value: param,
              label: text.params[param] ?? param,
            })),
            corrects: earlier
              .filter(({ correctedBy }) => correctedBy === null)
              .map(({ id, unitName, testedAt }) => ({
                value: id,
                label: `${unitName}, ${dateAndTime(Date.parse(testedAt), timezone)}`,
              })),
          }}
          isNew
          stored={{ version: 0, value: start }}
          submit={words.keep}
          send={async (body) => {
            await save.send({ body });
            return 1;
          }}
          read={() => Promise.reject(new Error('a loop test is never changed'))}
          onSaved={onKept}
        />
      )}
    </Loaded>
  );
};
