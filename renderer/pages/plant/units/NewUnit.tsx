import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { UnitType } from '../../../../server/contract/model/common.ts';
import { unitSpec } from '../../../../server/contract/model/units.ts';
import { createUnit } from '../../../../server/contract/plant/units.ts';
import { useSaving } from '../../../api/useEndpoint.ts';
import { Choice } from '../../../parts/Choice.tsx';
import { SelectField } from '../../../parts/form/fields.tsx';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { partOf, readSearch } from '../entry.ts';
import { unitFields, words } from '../words.ts';
import type { ItemProps } from './itemProps.ts';
import { TankNotes } from './TankNotes.tsx';
import { unitChoices, unitShape } from './unitForm.ts';
import { fieldsOfPart, hasTank, partsOf, partWith, type UnitPart } from './unitParts.ts';
import { unitsOfFields } from './unitUnits.ts';
import { useAquifers } from './useAquifers.ts';
import { useMade } from './useMade.ts';

type Start = { standardCategoryId: string; siUnit: string };

/** What a new unit of each type begins with. */
const starts: Readonly<Record<UnitType, Start>> = {
  flow: { standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL' },
  stock: { standardCategoryId: 'STOCK_CATEGORY', siUnit: 'KL' },
  level: { standardCategoryId: 'GROUND_WATER_LEVEL', siUnit: 'm' },
  borewell: { standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL' },
  quality: { standardCategoryId: 'QUALITY_CATEGORY', siUnit: '' },
  energy: { standardCategoryId: 'ENERGY_CATEGORY', siUnit: 'kWh' },
  rain: { standardCategoryId: 'RAIN_CATEGORY', siUnit: 'mm' },
  manual: { standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL' },
  virtual: { standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL' },
};
const types = Object.keys(starts) as UnitType[];

/** A new unit: what it is, then its parts. */
export const NewUnit = ({ categories, units, open }: ItemProps) => {
  const search = useSearch({ from: '/plant' });
  const navigate = useNavigate({ from: '/plant' });
  const create = useSaving(createUnit);
  const made = useMade('unit', open);
  const [type, setType] = useState<UnitType>('flow');
  const aquifers = useAquifers(type);
  const parts = partsOf(type);
  const wanted = partOf(search);
  const part = parts.includes(wanted) ? wanted : 'basics';
  const show = (next: UnitPart) => void navigate({ search: readSearch({ ...search, part: next }), replace: true });
  const first = categories.find(({ standardCategoryId }) => standardCategoryId === starts[type].standardCategoryId);
  return (
    <>
      <h2>{words.addUnit}</h2>
      <SelectField<UnitType>
        of={{ id: 'new-unit-type', value: type, onChange: setType, onBlur: () => undefined, problem: undefined }}
        label={words.kind}
        options={types.map((value) => ({ value, label: unitFields.options[`type.${value}`] }))}
      />
      <Choice<UnitPart>
        label={words.part}
        value={part}
        options={parts.map((value) => ({ value, label: words.parts[value] }))}
        onChoose={show}
      />
      <StructureForm
        key={type}
        title={words.addUnit}
        draftName={`unit.new.${type}`}
        schema={unitSpec}
        shape={unitShape()}
        shown={fieldsOfPart(part, type)}
        labels={{ ...unitFields, units: unitsOfFields(type, '') }}
        choices={unitChoices({ type, categories, units, aquifers, params: [] })}
        isNew
        stored={{ version: 0, value: { ...starts[type], type, subCategoryId: first?.subCategories[0]?.id ?? '', meta: {} } }}
        submit={words.create}
        send={async (body) => made.keep(await create.send({ body }))}
        read={() => Promise.reject(new Error('nothing is stored yet'))}
        onShow={(path) => show(partWith(path, type) ?? part)}
        beside={(value) => (hasTank(part, type) ? <TankNotes value={value} part={part} /> : null)}
        onSaved={made.go}
      />
    </>
  );
};
