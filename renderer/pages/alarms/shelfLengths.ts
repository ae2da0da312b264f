/** Minutes for which an alarm can be shelved; the server allows no more than 8 hours. */
export const shelfLengths = [15, 60, 240, 480] as const;
