import { Empty } from '../../../parts/states.tsx';
import { text } from '../../../text/words.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { GroupForm } from './GroupForm.tsx';
import type { ItemProps } from './itemProps.ts';
import { NewUnit } from './NewUnit.tsx';
import { UnitForm } from './UnitForm.tsx';

/** What is open, by its name in the address. */
export const Item = ({ item, ...props }: ItemProps & { item: string }) => {
  const [kind = '', ...rest] = item.split(' ');
  const id = rest.join(' ');
  const { categories, units } = props;
  if (item === 'new unit') return <NewUnit {...props} />;
  if (item === 'new group') return <GroupForm {...props} group={null} />;
  if (item === 'new category') return <CategoryForm {...props} category={null} />;
  const unit = kind === 'unit' ? units.find((one) => one.id === id) : undefined;
  if (unit !== undefined) return <UnitForm {...props} unit={unit} />;
  const group = categories.flatMap(({ subCategories }) => subCategories).find((one) => kind === 'group' && one.id === id);
  if (group !== undefined) return <GroupForm {...props} group={group} />;
  const category = categories.find((one) => kind === 'category' && one.id === id);
  if (category !== undefined) return <CategoryForm {...props} category={category} />;
  return <Empty title={text.errors.notFound} />;
};
