import fc from 'fast-check';
import { seedOf } from './seed.ts';

// a property that fails prints the seed
fc.configureGlobal({ seed: seedOf(process.env.HEADWORKS_TEST_SEED) });
