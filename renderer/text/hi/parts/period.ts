import type { period as en } from '../../en/parts/period.ts';

export const period: typeof en = {
  label: 'अवधि',
  names: { day: 'दिन', month: 'महीना', year: 'वर्ष' },
  previous: { day: 'पिछला दिन', month: 'पिछला महीना', year: 'पिछला वर्ष' },
  next: { day: 'अगला दिन', month: 'अगला महीना', year: 'अगला वर्ष' },
};
