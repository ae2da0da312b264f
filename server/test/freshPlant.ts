import { afterEach, beforeEach } from 'vitest';
import { addIndustry, type Plant, startPlant } from './configuredPlant.ts';

export let plant: Plant;

export const eachFreshPlant = (): void => {
  beforeEach(async () => {
    plant = await startPlant();
    await addIndustry(plant);
  });
  afterEach(() => {
    plant.close();
    plant.remove();
  });
};

/** The same plant, read from its disk once more. */
export const reopenPlant = async (): Promise<void> => {
  const { folder } = plant;
  plant.close();
  plant = await startPlant({ folder });
};
