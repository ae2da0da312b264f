import type { ReactElement } from 'react';
import { Opened } from '../../../parts/gone/Opened.tsx';
import { words } from '../words.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { GroupForm } from './GroupForm.tsx';
import type { ItemProps } from './itemProps.ts';
import { NewUnit } from './NewUnit.tsx';
import { UnitForm } from './UnitForm.tsx';

type Props = ItemProps & {
  item: string;
  /** The lists are being asked for: what is not in them may still come. */
  isComing: boolean;
};

/** What is open, by its name in the address. */
export const Item = ({ item, isComing, ...props }: Props) => {
  const [kind = '', ...rest] = item.split(' ');
  const id = rest.join(' ');
  const { categories, units, open } = props;
  if (item === 'new unit') return <NewUnit {...props} />;
  if (item === 'new group') return <GroupForm {...props} group={null} />;
  if (item === 'new category') return <CategoryForm {...props} category={null} />;
  const opened = <T extends { id: string }>(all: readonly T[], draw: (thing: T) => ReactElement) => (
    <Opened
      id={item}
      found={all.find((one) => one.id === id)}
      isComing={isComing}
      back={{ label: words.back, go: () => open(undefined) }}
    >
      {draw}
    </Opened>
  );
  if (kind === 'unit') return opened(units, (unit) => <UnitForm {...props} unit={unit} />);
  const groups = categories.flatMap(({ subCategories }) => subCategories);
  if (kind === 'group') return opened(groups, (group) => <GroupForm {...props} group={group} />);
  return opened(kind === 'category' ? categories : [], (category) => <CategoryForm {...props} category={category} />);
};
