/** Keeps a text in the browser. Where that has no room, it counts for this page alone. @returns whether it is kept. */
export const keepIn = (storage: Pick<Storage, 'setItem'>, key: string, text: string): boolean => {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
};
