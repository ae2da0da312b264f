import {
  changeSubCategory,
  createSubCategory,
  deleteSubCategory,
  listSubCategories,
  type PlantSubCategory,
  subCategorySpec,
} from '../../../../server/contract/plant/categories.ts';
import { useSaving, useSend } from '../../../api/useEndpoint.ts';
import { DeleteByName } from '../../../parts/form/DeleteByName.tsx';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { shapeOf } from '../../../parts/structure/shape.ts';
import { useServices } from '../../../state/services.ts';
import { unitFields, words } from '../words.ts';
import type { ItemProps } from './itemProps.ts';
import { useMade } from './useMade.ts';

/** One group of units, or a new one; another category moves it there with its units. */
export const GroupForm = ({ group, categories, open }: ItemProps & { group: PlantSubCategory | null }) => {
  const { session } = useServices();
  const create = useSaving(createSubCategory);
  const change = useSend(changeSubCategory);
  const remove = useSend(deleteSubCategory);
  const made = useMade('group', open);
  const title = group?.displayName ?? words.addGroup;
  return (
    <>
      <h2>{title}</h2>
      <StructureForm
        title={title}
        draftName={`group.${group?.id ?? 'new'}`}
        schema={subCategorySpec}
        shape={shapeOf(subCategorySpec)}
        labels={{ ...unitFields, units: {} }}
        choices={{ categoryId: categories.map(({ id, displayName }) => ({ value: id, label: displayName })) }}
        isNew={group === null}
        stored={group === null ? { version: 0, value: {} } : { version: group.version, value: group }}
        latest={group?.version}
        {...(group == null ? {} : { subject: group.id })}
        submit={group === null ? words.create : undefined}
        send={async (body, version) => {
          if (group === null) return made.keep(await create.send({ body }));
          return (await change.send({ params: { id: group.id }, body: { ...body, version } })).version;
        }}
        read={async () => {
          const { subCategories } = await session.request(listSubCategories, {});
          const now = subCategories.find(({ id }) => id === group?.id);
          if (now === undefined) throw new Error('the group is gone');
          return { version: now.version, value: now };
        }}
        onSaved={made.go}
      />
      {group === null ? null : (
        <DeleteByName
          name={group.displayName}
          hint={words.deleteGroup}
          remove={() => remove.send({ params: { id: group.id }, query: { version: group.version } })}
          onDone={() => open(undefined)}
        />
      )}
    </>
  );
};
