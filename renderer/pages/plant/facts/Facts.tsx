import { useNavigate, useSearch } from '@tanstack/react-router';
import { industryFacts } from '../../../../server/contract/model/industryFacts.ts';
import { listCategories } from '../../../../server/contract/plant/categories.ts';
import { changeIndustryFacts, readIndustryFacts } from '../../../../server/contract/plant/industryFactsRows.ts';
import { plantOverview } from '../../../../server/contract/plant/overview.ts';
import { readIndustry } from '../../../../server/contract/plant/units.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { Choice } from '../../../parts/Choice.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { shapeOf } from '../../../parts/structure/shape.ts';
import type { Option } from '../../../parts/structure/useFields.ts';
import { useProfile, useServices } from '../../../state/services.ts';
import { readSearch } from '../entry.ts';
import { factFields, words } from '../words.ts';
import { type FactPart, factPartNames, factParts, factPartWith, unitsOfFacts } from './factParts.ts';

const rainMeters = ['harvestedUnitIds', 'usedUnitIds', 'rechargedUnitIds', 'spilledUnitIds'];

/** What fields of the facts choose from: units by their names, and groups as RO trains where the person may read them. */
const useChoices = (): { choices: Record<string, readonly Option[]>; currency: string } => {
  const { permissions } = useProfile();
  const overview = useEndpoint(plantOverview, {});
  const enabled = permissions.includes('COMMISSIONING');
  const categories = useEndpoint(listCategories, {}, { enabled });
  const industry = useEndpoint(readIndustry, {}, { enabled });
  const units = overview.data?.units ?? [];
  const named = (types: readonly string[]): Option[] =>
    units.filter(({ type }) => types.includes(type)).map(({ unitId, unitName }) => ({ value: unitId, label: unitName }));
  const meters = named(['flow', 'borewell', 'manual', 'virtual']);
  const groups = categories.data?.categories.flatMap(({ displayName, subCategories }) =>
    subCategories.map((group) => ({ value: group.id, label: `${displayName}: ${group.displayName}` })),
  );
  const choices = {
    ...Object.fromEntries(rainMeters.map((name) => [name, meters])),
    tankUnitIds: named(['stock']),
    ...(groups === undefined ? {} : { plantId: groups }),
  };
  return { choices, currency: industry.data?.currency ?? '' };
};

/** Tariffs, production, rain catchments, RO trains and aquifers: inputs of calculations that no unit measures. */
export const Facts = () => {
  const { session } = useServices();
  const search = useSearch({ from: '/plant' });
  const navigate = useNavigate({ from: '/plant' });
  const facts = useEndpoint(readIndustryFacts, {}, { everyMs: 15_000 });
  const change = useSend(changeIndustryFacts);
  const { choices, currency } = useChoices();
  const part = factPartNames.find((one) => one === search.part) ?? 'tariffs';
  const show = (next: FactPart) => void navigate({ search: readSearch({ ...search, part: next }), replace: true });
  return (
    <Loaded of={facts} rows={8}>
      {(data) => (
        <>
          <Choice<FactPart>
            label={words.part}
            value={part}
            options={factPartNames.map((value) => ({ value, label: words.factParts[value] }))}
            onChoose={show}
          />
          <StructureForm
            title={words.factParts[part]}
            draftName="facts"
            schema={industryFacts}
            shape={shapeOf(industryFacts)}
            shown={factParts[part]}
            labels={{ ...factFields, units: unitsOfFacts(currency) }}
            choices={choices}
            stored={{ version: data.version, value: data.facts }}
            latest={data.version}
            under="facts"
            subject="plant"
            changeKind="industry.facts"
            send={async (body, version) => (await change.send({ body: { facts: body, version } })).version}
            read={async () => {
              const now = await session.request(readIndustryFacts, {});
              return { version: now.version, value: now.facts };
            }}
            onShow={(path) => show(factPartWith(path))}
          />
        </>
      )}
    </Loaded>
  );
};
