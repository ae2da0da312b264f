/**
 * The id of one press or of one thing to be made, a UUID: a request may be sent again where its answer was lost, and the server then knows it.
 * randomUUID is there in secure contexts alone, and the plant's network may be plain HTTP.
 */
export const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // version 4, variant 1 of RFC 9562
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
