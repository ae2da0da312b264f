import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { Failure } from '../../core/fail.ts';
import { type CommandFrame, type CommandRequest, type Initiator, undeliveredBecause } from './commandRequest.ts';
import { hexOf, wordsOf } from './frames.ts';
import type { JournalStore } from './journalStore.ts';
import type { CommandRow } from './model.ts';

/** The command that was given last to a device, while it is under way. */
type Latest = { content: string; running: Promise<CommandRow[]> };

/**
 * Commands by the ids that clients gave them, so that one that is sent again is carried out once. One without an id is known by its content,
 * while it is under way and nothing else was given to its device: later, the same may be meant.
 */
export class Idempotency {
  readonly #journal: Pick<JournalStore, 'findByCommand'>;
  readonly #underWay = new Map<string, Promise<CommandRow[]>>();
  readonly #latest = new Map<string, Latest>();

  constructor(journal: Pick<JournalStore, 'findByCommand'>) {
    this.#journal = journal;
  }

  /**
   * Runs a command, or answers what becomes or became of the one that it repeats.
   * @param hasId its client gave it its id.
   * @throws Failure `conflict` when that was another command.
   */
  async once(by: Initiator, wanted: CommandRequest, hasId: boolean, run: () => Promise<CommandRow[]>): Promise<CommandRow[]> {
    const latest = this.#latest.get(wanted.deviceId);
    const content = contentOf(by, wanted);
    if (!hasId && by.sessionId !== null && latest?.content === content) return latest.running;
    const running = this.#onceById(by, wanted, run);
    const own = { content, running };
    this.#latest.set(wanted.deviceId, own);
    try {
      return await running;
    } finally {
      if (this.#latest.get(wanted.deviceId) === own) this.#latest.delete(wanted.deviceId);
    }
  }

  async #onceById(by: Initiator, wanted: CommandRequest, run: () => Promise<CommandRow[]>): Promise<CommandRow[]> {
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

const contentOf = ({ userId, sessionId }: Initiator, { commandId: _, frames, ...rest }: CommandRequest): string =>
  JSON.stringify([userId, sessionId, rest, frames.map(({ frameId, fn, address, write }) => [frameId, fn, address, write])]);

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
    const unsent = undeliveredBecause(sayRemark('stoppedBeforeTurn', {}));
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
