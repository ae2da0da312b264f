/** The part of the logger that product code uses; pino fits it. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Written at every level that may be set, as a line of level info. */
  always(fields: object, message: string): void;
  child(fields: object): Log;
}
