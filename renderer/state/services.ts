import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import type { LiveConnection, LiveLink } from '../api/live.ts';
import type { Profile, Session } from '../api/session.ts';
import type { AckQueue } from './ackQueue.ts';
import type { Bell } from './bell.ts';
import type { KeptAnswers } from './keptAnswers.ts';
import type { LiveReading, LiveValues } from './liveValues.ts';
import type { PlantClock } from './now.ts';

/** The long-lived parts of the panel, made once in main.tsx. */
export type Services = {
  session: Session;
  live: LiveLink;
  values: LiveValues;
  clock: PlantClock;
  acks: AckQueue;
  bell: Bell;
  kept: KeptAnswers;
};

export const ServicesContext = createContext<Services | null>(null);

export const useServices = (): Services => {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('outside of the panel');
  return services;
};

/** Who is signed in, or whose page waits until they are again; only below the shell, which is shown to nobody else. */
export const useProfile = (): Profile => {
  const { session } = useServices();
  const state = useSyncExternalStore(session.subscribe, session.state);
  const profile = state.kind === 'in' ? state.profile : session.waitsFor();
  if (profile === null) throw new Error('nobody is signed in');
  return profile;
};

export const useConnection = (): LiveConnection => {
  const { live } = useServices();
  return useSyncExternalStore(live.subscribe, live.connection);
};

export const useLiveReading = (unitId: string, param: string): LiveReading | undefined => {
  const { values } = useServices();
  const subscribe = useCallback((listener: () => void) => values.subscribe(unitId, listener), [values, unitId]);
  return useSyncExternalStore(subscribe, () => values.get(unitId, param));
};

/** Keeps the live values of all units coming, for what reads many of them at once. */
export const useAllLive = (): void => {
  const { values } = useServices();
  useEffect(() => values.wantAll(), [values]);
};
