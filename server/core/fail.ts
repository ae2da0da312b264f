import type { Fault } from '../contract/errors.ts';

/** Ways the field can fail; converted to a tag's quality at the device. */
export type FieldFault = 'linkDown' | 'timeout' | 'crc' | 'badAnswer' | 'exception' | 'busy' | 'cancelled' | 'readOnly';

/**
 * Why a server cannot start: another program has its data folder or port, other users can read the folder and it cannot be closed, or a newer
 * version of the program has changed the database.
 */
export type StartFault = 'folderInUse' | 'folderOpen' | 'portInUse' | 'newerVersion';

export type FailureCode = Fault | FieldFault | StartFault;

export type FailureDetails = {
  /** Which inputs were wrong, and why. */
  errors?: { path: string; message: string }[];
  retryAfterSeconds?: number;
  /** The server is as it was set up, or is not set up yet: known and said elsewhere, and no error of each request that meets it. */
  isExpected?: boolean;
  /** Modbus exception code, for `exception`. */
  exception?: number;
  cause?: unknown;
};

/** The one error class: callers branch on the code, never on the text. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly details: FailureDetails;

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

export const isFailure = (error: unknown, code?: FailureCode): error is Failure =>
  error instanceof Failure && (code === undefined || error.code === code);

/** Whether a file or folder is not there; any other error of the disk is another matter. */
export const isMissingFile = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
