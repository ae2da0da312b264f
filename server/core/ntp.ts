/** Simple Network Time Protocol, version 4 (RFC 4330): a question and what its answer says of the own clock. */
const PACKET_BYTES = 48;
/** Seconds from 1900 to 1970. */
const ERA_S = 2_208_988_800;
const FRACTION = 4_294_967_296;

/** @param nonce 8 bytes that the answer must carry back. */
export const ntpQuestion = (nonce: Uint8Array): Buffer => {
  const packet = Buffer.alloc(PACKET_BYTES);
  // no warning, version 4, client
  packet[0] = 0x23;
  packet.set(nonce.subarray(0, 8), 40);
  return packet;
};

const timeAt = (packet: Buffer, at: number): number =>
  (packet.readUInt32BE(at) - ERA_S + packet.readUInt32BE(at + 4) / FRACTION) * 1000;

/**
 * By how many milliseconds the own clock is ahead of the server's; the way there and back is taken as equally long.
 * @returns undefined for what is no answer to the question, or one of a server that is not set itself.
 */
export const offsetOf = (answer: Buffer, nonce: Uint8Array, sentMs: number, receivedMs: number): number | undefined => {
  if (answer.length < PACKET_BYTES) return undefined;
  const [leap, mode, stratum] = [(answer[0] ?? 0) >> 6, (answer[0] ?? 0) & 7, answer[1] ?? 0];
  if (leap === 3 || mode !== 4 || stratum === 0 || stratum > 15) return undefined;
  if (!answer.subarray(24, 32).equals(Buffer.from(nonce.subarray(0, 8)))) return undefined;
  return (sentMs - timeAt(answer, 32) + receivedMs - timeAt(answer, 40)) / 2;
};
