export { answerSync } from './answerStore.ts';
export { createSync } from './create.ts';
export { HubClient } from './hubClient.ts';
export { readPairCode } from './pairing.ts';
export { syncQuestion } from './questions.ts';
export { readProved } from './read/provedStore.ts';
export { becomePlant } from './recovery/becomePlant.ts';
export { type Fetched, fetchPlant } from './recovery/fetchPlant.ts';
export { readSigned } from './round/proof.ts';
