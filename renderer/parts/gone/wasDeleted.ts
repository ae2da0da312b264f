import { createContext, useContext } from 'react';

/** Whether what is drawn within was deleted by somebody else: nothing of it can be saved any more. */
export const WasDeleted = createContext(false);
export const useWasDeleted = (): boolean => useContext(WasDeleted);
