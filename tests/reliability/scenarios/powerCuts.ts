import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FaultSwitch, faultLibrary } from '../faultLibrary.ts';
import { LoopDisk } from '../loopDisk.ts';
import { PlantServer } from '../plantServer.ts';
import { Faults, type Scenario } from '../scenario.ts';
import { statusText, Writers } from '../writers.ts';

type Cuts = { acknowledged: number; lost: number; which: string; damaged: number; answers: string };

/** Cuts the power under the running server, mounts again and looks. `isControl`: with fsync made to do nothing. */
const cutPower = async (kind: 'ext4' | 'xfs', rounds: number, isControl = false): Promise<Cuts> => {
  const disk = new LoopDisk(kind, kind === 'xfs' ? 400 : 120);
  const cuts: Cuts = { acknowledged: 0, lost: 0, which: '', damaged: 0, answers: '' };
  const server = new PlantServer(join(disk.folder));
  try {
    await server.fill();
    // a plant that was there before: what the test itself copied is on the disk
    disk.sync();
    if (isControl) {
      const faults = new FaultSwitch(join(disk.folder, '..', 'switch'));
      server.env = { LD_PRELOAD: faultLibrary(), HW_FAULT_DIR: disk.folder, HW_FAULT_SWITCH: faults.path };
      faults.set('noSync');
    }
    let writers: Writers | undefined;
    for (let round = 0; round < rounds; round += 1) {
      await server.start();
      writers ??= new Writers(server);
      await writers.prepare();
      writers.start();
      await writers.acknowledgeMore(4);
      await wait((round * 91) % 400);
      await server.halt();
      const cutMs = performance.now();
      disk.cut();
      const goneMs = performance.now();
      await wait(50);
      await server.kill();
      await writers.stop();
      disk.unmount();
      disk.mount();
      if (!existsSync(join(disk.folder, 'headworks.db'))) cuts.damaged += 1;
      else
        try {
          const { lost, which, integrity } = writers.lost();
          if (lost > cuts.lost)
            cuts.which = `${which.join(', ')}; cut from ${Math.round(cutMs)} to ${Math.round(goneMs)} in round ${round}`;
          cuts.lost = Math.max(cuts.lost, lost);
          if (integrity !== 'ok') cuts.damaged += 1;
        } catch {
          cuts.damaged += 1;
        }
      cuts.acknowledged = writers.acknowledged.size;
      cuts.answers = statusText(writers.statuses);
      if (isControl && cuts.lost + cuts.damaged > 0) break;
    }
    return cuts;
  } finally {
    await server.kill();
    disk.remove();
  }
};

const scenarioFor = (kind: 'ext4' | 'xfs', full: number, short: number): Scenario => ({
  ids: 'A2',
  name: `power cuts on ${kind}`,
  isShort: kind === 'ext4',
  lacks: () => LoopDisk.lacks(kind),
  run: async (isShort) => {
    const rounds = isShort ? short : full;
    const faults = new Faults();
    const { acknowledged, lost, which, damaged, answers } = await cutPower(kind, rounds);
    faults.expect(lost === 0, `${lost} acknowledged writes were lost: ${which}`);
    faults.expect(damaged === 0, `${damaged} times the database was damaged`);
    faults.expect(acknowledged > 2 * rounds, `only ${acknowledged} writes were acknowledged`);
    return { figures: { cuts: rounds, acknowledged, lost, damaged, answers }, faults: faults.list };
  },
});

export const powerCutsExt4 = scenarioFor('ext4', 100, 3);
export const powerCutsXfs = scenarioFor('xfs', 30, 2);

/** A test that cannot see loss proves nothing. */
export const powerCutControl: Scenario = {
  ids: 'A2',
  name: 'control: without fsync the same cuts lose something',
  isShort: true,
  lacks: () => LoopDisk.lacks('ext4') ?? FaultSwitch.lacks(),
  run: async (isShort) => {
    const { acknowledged, lost, damaged } = await cutPower('ext4', isShort ? 8 : 20, true);
    const isBlind = lost + damaged === 0;
    return { figures: { acknowledged, lost, damaged }, faults: isBlind ? ['nothing was lost: the test is blind'] : [] };
  },
};
