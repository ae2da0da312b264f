import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { unitSpec } from '../../../../server/contract/model/units.ts';
import { changeUnit, deleteUnit, readUnit } from '../../../../server/contract/plant/units.ts';
import { useSend } from '../../../api/useEndpoint.ts';
import { Choice } from '../../../parts/Choice.tsx';
import { DeleteByName } from '../../../parts/form/DeleteByName.tsx';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { useServices } from '../../../state/services.ts';
import { partOf, readSearch } from '../entry.ts';
import { unitFields, words } from '../words.ts';
import type { ItemProps } from './itemProps.ts';
import { TankNotes } from './TankNotes.tsx';
import { type PlantUnit, paramSwitches, unitChoices, unitShape } from './unitForm.ts';
import { fieldsOfPart, hasTank, partsOf, partWith, type UnitPart } from './unitParts.ts';
import { unitsOfFields } from './unitUnits.ts';
import { useAquifers } from './useAquifers.ts';

/** One unit, part by part; what is typed in one part is kept while another is open. */
export const UnitForm = ({ unit, categories, units, open }: ItemProps & { unit: PlantUnit }) => {
  const { session } = useServices();
  const search = useSearch({ from: '/plant' });
  const navigate = useNavigate({ from: '/plant' });
  const change = useSend(changeUnit);
  const remove = useSend(deleteUnit);
  const aquifers = useAquifers(unit.type);
  const parts = partsOf(unit.type);
  const wanted = partOf(search);
  const part = parts.includes(wanted) ? wanted : 'basics';
  const show = (next: UnitPart) => void navigate({ search: readSearch({ ...search, part: next }), replace: true, state: true });
  const params = { id: unit.id };
  return (
    <>
      <h2>{unit.name}</h2>
      <p className="hw-only-read">{unitFields.options[`type.${unit.type}`]}</p>
      <Choice<UnitPart>
        label={words.part}
        value={part}
        options={parts.map((value) => ({ value, label: words.parts[value] }))}
        onChoose={show}
      />
      <StructureForm
        title={unit.name}
        draftName={`unit.${unit.id}`}
        schema={unitSpec}
        shape={unitShape()}
        shown={fieldsOfPart(part, unit.type)}
        labels={{ ...unitFields, units: unitsOfFields(unit.type, unit.siUnit) }}
        choices={unitChoices({ type: unit.type, id: unit.id, categories, units, aquifers, params: paramSwitches(unit) })}
        stored={{ version: unit.version, value: unit }}
        latest={unit.version}
        subject={unit.id}
        send={async (body, version) => (await change.send({ params, body: { ...body, version } })).version}
        read={async () => {
          const now = await session.request(readUnit, { params });
          return { version: now.version, value: now };
        }}
        onShow={(path) => show(partWith(path, unit.type) ?? part)}
        beside={(value) => (hasTank(part, unit.type) ? <TankNotes value={value} part={part} /> : null)}
      />
      <Link to="/units/$unitId" params={{ unitId: unit.id }} className="hw-link">
        {words.openUnit}
      </Link>
      <DeleteByName
        name={unit.name}
        hint={words.deleteUnit}
        remove={() => remove.send({ params, query: { version: unit.version } })}
        onDone={() => open(undefined)}
      />
    </>
  );
};
