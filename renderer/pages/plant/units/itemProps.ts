import type { PlantCategory } from '../../../../server/contract/plant/categories.ts';
import type { PlantUnit } from './unitForm.ts';

export type ItemProps = {
  categories: readonly PlantCategory[];
  units: readonly PlantUnit[];
  /** Opens something else, "unit demo-rawTank"; nothing where absent. */
  open: (item: string | undefined) => void;
};
