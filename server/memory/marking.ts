import { setFlagsFromString } from 'node:v8';

/**
 * V8 marks the heap bit by bit while the program goes on. In the middle of a start that costs some 40 ms of processor time, most of it for
 * what lives for ever. Node's modules that are read meanwhile are compiled anew: the code they were built with holds for the usual flags.
 */
export const stopMarking = (): void => setFlagsFromString('--no-incremental-marking');

export const allowMarking = (): void => setFlagsFromString('--incremental-marking');
