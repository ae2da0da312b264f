/** A serial line to something that is not Modbus, such as a modem. */
export interface SerialLine {
  write(text: string): void;
  /** Takes what arrives, until the line is closed. */
  onText(listener: (text: string) => void): void;
  /** Settles when the line is free again; may be called twice. */
  close(): Promise<void>;
}

/** @throws Failure `linkDown` that names the port. */
export type OpenSerial = (settings: { path: string; baudRate: number }) => Promise<SerialLine>;
