/** For Node: the young part of the heap begins at the size that it has in the end: a start leaves garbage, and collecting it often costs a tenth. */
export const nodeOptions = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--max-old-space-size=256'];
