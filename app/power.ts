import { powerMonitor, powerSaveBlocker } from 'electron';

const ASK_MS = 10_000;

export type PowerParts = {
  onShutdown: () => void;
  onAwake: () => void;
  /** Nobody sits at the PC any more, or it sleeps. */
  onLeft: () => void;
  /** The PC went to its battery, or has its mains again; asked for at the start as well. */
  onBattery: (isOnBattery: boolean) => void;
  say: (message: string, facts?: Record<string, unknown>) => void;
};

/** What the operating system says of the PC and its power; a PC that measures is kept from sleeping by itself. */
export const watchPower = ({ onShutdown, onAwake, onLeft, onBattery, say }: PowerParts): void => {
  powerSaveBlocker.start('prevent-app-suspension');
  powerMonitor.on('shutdown', onShutdown);
  powerMonitor.on('suspend', () => {
    say('the PC goes to sleep');
    onLeft();
  });
  powerMonitor.on('resume', () => {
    say('the PC is awake');
    onAwake();
  });
  powerMonitor.on('lock-screen', () => {
    say('the screen is locked');
    onLeft();
  });
  for (const event of ['on-ac', 'on-battery'] as const)
    powerMonitor.on(event as 'on-ac', () => {
      say('power', { event });
      onBattery(event === 'on-battery');
    });
  // Windows answers when it is asked, and may say nothing by itself
  let answered = powerMonitor.isOnBatteryPower();
  onBattery(answered);
  setInterval(() => {
    const now = powerMonitor.isOnBatteryPower();
    if (now === answered) return;
    answered = now;
    say('power', { isOnBattery: now });
    onBattery(now);
  }, ASK_MS).unref();
};
