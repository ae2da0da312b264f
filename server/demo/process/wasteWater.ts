import { randomChannel, smoothNoise } from '../../core/random.ts';
import { HOUR_MS } from '../../core/time.ts';

/** What the analysers after a treatment stage see; each follows its goal with the stage's own slowness. */
export type Effluent = { ph: number; tssMgL: number; codMgL: number; bodMgL: number };

export type EffluentSpec = Effluent & { name: string; settleHours: number };

export const effluent = ({ ph, tssMgL, codMgL, bodMgL }: EffluentSpec): Effluent => ({ ph, tssMgL, codMgL, bodMgL });

/** Load is the stage's inflow against its design (1 = design); an upset (0 … 1) is acid or caustic and organic shock from the lines. */
export class TreatmentStage {
  readonly #seed: number;
  readonly #spec: EffluentSpec;
  readonly #channel: number;

  constructor(seed: number, spec: EffluentSpec) {
    this.#seed = seed;
    this.#spec = spec;
    this.#channel = randomChannel(spec.name);
  }

  step(water: Effluent, given: { timeMs: number; load: number; upset: number; hours: number }): void {
    const { timeMs, load, upset, hours } = given;
    const spec = this.#spec;
    const wander = (n: number, periodHours: number) =>
      smoothNoise(this.#seed, this.#channel + n, timeMs / (periodHours * HOUR_MS));
    const pace = 1 - Math.exp(-hours / (upset > 0 ? 0.5 : spec.settleHours));
    const strength = 0.75 + 0.3 * Math.min(1.6, load) + 0.12 * wander(1, 5);
    water.ph += (spec.ph + 0.25 * wander(2, 7) + 2.6 * upset - water.ph) * pace;
    water.tssMgL += (spec.tssMgL * (strength + 2.2 * upset + 0.1 * wander(3, 2)) - water.tssMgL) * pace;
    water.codMgL += (spec.codMgL * (strength + 1.9 * upset) - water.codMgL) * pace;
    water.bodMgL += (spec.bodMgL * (strength + 1.7 * upset) - water.bodMgL) * pace;
  }
}
