/** How the server and its commands end; supervisors, the systemd unit and the desktop's shell go by these. */
export const exitCodes = {
  /** It was asked to. */
  asked: 0,
  /** What is stored is damaged. */
  damaged: 65,
  /** A fault of the program. */
  fault: 70,
  /** The disk is full or cannot be written. */
  disk: 74,
  /** Another program has the data folder or the port; it may be free soon. */
  locked: 75,
  /** Settings, arguments or permissions that a person has to mend: starting again does not help. */
  configuration: 78,
} as const;
