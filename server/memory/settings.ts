/** For Node: the young part of the heap begins at the size that it has in the end: a start leaves garbage, and collecting it often costs a tenth. */
export const nodeOptions = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--max-old-space-size=256'];

/**
 * For the C library of Linux, which others do not read: what Node's threads allocate comes from one place in place of one for each, and larger
 * pieces and what is free at the end go back to the system at once; by itself the library keeps more the larger a piece was that came back.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
