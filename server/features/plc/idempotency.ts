import { Failure } from '../../core/fail.ts';
import { type CommandFrame, type CommandRequest, type Initiator, undeliveredBecause } from './commandRequest.ts';
import { hexOf, wordsOf } from './frames.ts';
import type { JournalStore } from './journalStore.ts';
import type { CommandRow } from './model.ts';

/** Commands by the ids that clients gave them, so that one that is sent again is carried out once. */
export class Idempotency {
  readonly #journal: Pick<JournalStore, 'findByCommand'>;
  readonly #underWay = new Map<string, Promise<CommandRow[]>>();

  constructor(journal: Pick<JournalStore, 'findByCommand'>) {
    this.#journal = journal;
  }

  /** Runs a command, or answers what becomes or became of the one with its id. @throws Failure `conflict` when that was another command. */
  async once(by: Initiator, wanted: CommandRequest, run: () => Promise<CommandRow[]>): Promise<CommandRow[]> {
    const key = `${by.industryId} ${wanted.commandId}`;
    const underWay = this.#underWay.get(key);
    if (underWay) return complete(by, wanted, await underWay);
    const stored = this.#journal.findByCommand(by.industryId, wanted.commandId);
    if (stored.length > 0) return complete(by, wanted, stored);
    const running = run();
    this.#underWay.set(key, running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(key);
    }
  }
}

/** Whether a row records this frame with the same written values. */
const isOf = (row: CommandRow, { frameId, fn, address, write }: CommandFrame): boolean =>
  row.frameId === frameId && row.fn === fn && row.address === address && row.rawOut === hexOf(wordsOf(write));

/** A row for each frame of a command; a frame without one was never sent, because the server stopped before its turn. */
const complete = ({ userId }: Initiator, { frames, deviceId }: CommandRequest, rows: readonly CommandRow[]): CommandRow[] =>
  frames.map((frame, position) => {
    const [first] = rows;
    const row = rows[position];
    const isAnother = rows.length > frames.length || (row && !isOf(row, frame));
    if (!first || first.userId !== userId || first.deviceId !== deviceId || isAnother)
      throw new Failure('conflict', 'commandId is of another command');
    if (row) return row;
    const unsent = undeliveredBecause('the server stopped before its turn');
    return {
      ...first,
      frameId: frame.frameId,
      position,
      outcome: 'REFUSED',
      sent: false,
      exception: null,
      rawBack: '',
      ...unsent,
    };
  });
