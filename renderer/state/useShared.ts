import { replaceEqualDeep } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * What was made for this drawing, with every part that says the same as at the drawing before being that very object: what is drawn of such
 * a part alone (`memo`) is then not drawn anew. For plain objects and lists; other parts are compared as they are.
 */
export const useShared = <T>(made: T): T => {
  const [last] = useState(() => ({ made }));
  last.made = replaceEqualDeep(last.made, made);
  return last.made;
};
