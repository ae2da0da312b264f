import { standardCategoryIds } from '../../../../server/contract/model/common.ts';
import {
  categorySpec,
  changeCategory,
  createCategory,
  deleteCategory,
  listCategories,
  type PlantCategory,
} from '../../../../server/contract/plant/categories.ts';
import { useSaving, useSend } from '../../../api/useEndpoint.ts';
import { DeleteByName } from '../../../parts/form/DeleteByName.tsx';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { shapeOf } from '../../../parts/structure/shape.ts';
import { useServices } from '../../../state/services.ts';
import { unitFields, words } from '../words.ts';
import type { ItemProps } from './itemProps.ts';
import { useMade } from './useMade.ts';

const fresh = { displayName: '', standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL' };

/** One category, or a new one. */
export const CategoryForm = ({ category, open }: ItemProps & { category: PlantCategory | null }) => {
  const { session } = useServices();
  const create = useSaving(createCategory);
  const change = useSend(changeCategory);
  const remove = useSend(deleteCategory);
  const made = useMade('category', open);
  const families = standardCategoryIds.filter((one) => !one.startsWith('ID_') && one !== 'RO_EFFICIENCY_PLANT');
  return (
    <>
      <h2>{category?.displayName ?? words.addCategory}</h2>
      <StructureForm
        title={category?.displayName ?? words.addCategory}
        draftName={`category.${category?.id ?? 'new'}`}
        schema={categorySpec}
        shape={shapeOf(categorySpec)}
        labels={{ ...unitFields, units: {} }}
        choices={{
          standardCategoryId: [...families, 'RAIN_CATEGORY'].map((value) => ({
            value,
            label: (unitFields.options as Record<string, string>)[value] ?? value,
          })),
        }}
        isNew={category === null}
        stored={category === null ? { version: 0, value: fresh } : { version: category.version, value: category }}
        latest={category?.version}
        {...(category == null ? {} : { subject: category.id })}
        submit={category === null ? words.create : undefined}
        send={async (body, version) => {
          if (category === null) return made.keep(await create.send({ body }));
          return (await change.send({ params: { id: category.id }, body: { ...body, version } })).version;
        }}
        read={async () => {
          const { categories } = await session.request(listCategories, {});
          const now = categories.find(({ id }) => id === category?.id);
          if (now === undefined) throw new Error('the category is gone');
          return { version: now.version, value: now };
        }}
        onSaved={made.go}
      />
      {category === null ? null : (
        <DeleteByName
          name={category.displayName}
          hint={words.deleteCategory}
          remove={() => remove.send({ params: { id: category.id }, query: { version: category.version } })}
          onDone={() => open(undefined)}
        />
      )}
    </>
  );
};
