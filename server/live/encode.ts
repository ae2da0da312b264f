import { type ServerMessage, serverMessage } from '../contract/live/messages.ts';

/** The text of a message, checked against the contract. */
export const encode = (message: ServerMessage): string => JSON.stringify(serverMessage.parse(message));
