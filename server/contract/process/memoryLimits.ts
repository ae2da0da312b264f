/** For Node: the young part of the heap begins at the size that it has in the end: a start leaves garbage, and collecting it often costs a tenth. */
export const nodeOptions = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--max-old-space-size=256'];

/**
 * Where Node has V8 to itself, which Electron does not leave it. V8 marks the heap and compiles in four threads of its own otherwise, and on
 * a PC of two cores those take turns with the one that answers, 4 ms each.
 */
export const serverOptions = [...nodeOptions, '--v8-pool-size=1'];

/** For the C library of Linux: threads that allocate apart keep what they freed. Windows, macOS and Electron have an allocator that does not read it. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '1' } as const;
