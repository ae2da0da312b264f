import { keepIn } from './keepIn.ts';

/** By this the server knows a browser that has logged in before; strangers cannot lock it out. */
const key = 'headworks.device';

/** Of a storage that outlives the window. */
export const deviceIdIn = (devices: Storage): string => {
  const known = devices.getItem(key);
  if (known !== null) return known;
  // randomUUID is there in secure contexts alone, and the plant's network may be plain HTTP
  const fresh = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  keepIn(devices, key, fresh);
  return fresh;
};
