import type { DeviceTemplate } from '../../contract/model/deviceTemplates.ts';
import type { DecodeSpec } from '../../contract/model/field.ts';

/** What a device says of itself: the three basic objects of function 43/14, and together the server id of function 17. */
export type SimulatedIdentity = {
  vendor: string;
  product: string;
  revision: string;
  /** Registers whose values identify the model. */
  registers?: readonly { decode: DecodeSpec; equals: number | string }[] | undefined;
};

const illegalAddress = 2;
const illegalValue = 3;

const encapsulatedInterface = 14;
const running = 0xff;
const moreFollows = 0xff;
/** A PDU has at most 253 bytes, of which the head of an identification takes seven and of an object two. */
const roomForObjects = 246;
const roomForText = roomForObjects - 2;
/** Basic objects, as a stream or one by one. */
const conformity = 0x81;
const [basic, regular, extended, individual] = [1, 2, 3, 4];

/** A simulated device says so where a real one gives its firmware. */
export const identityOfTemplate = ({
  manufacturer,
  model,
  identity,
}: Pick<DeviceTemplate, 'manufacturer' | 'model' | 'identity'>): SimulatedIdentity => ({
  vendor: manufacturer,
  product: model,
  revision: 'simulated',
  registers: identity,
});

/** Identifications are plain ASCII: letters lose their accents, what has no plain form is left out. */
const asciiOf = (text: string): Buffer =>
  Buffer.from(text.normalize('NFKD').replaceAll(/[^ -~]/g, ''), 'latin1').subarray(0, roomForText);

/** Modbus Application Protocol V1.1b3, 6.13: function 17. */
export const serverIdPdu = ({ vendor, product }: SimulatedIdentity, pdu: Buffer): Buffer | number => {
  if (pdu.length !== 1) return illegalValue;
  const said = asciiOf(`${vendor} ${product}`);
  return Buffer.concat([Buffer.from([17, said.length + 1]), said, Buffer.from([running])]);
};

/** Modbus Application Protocol V1.1b3, 6.21: function 43/14. What does not fit is asked for from the object that is named as the next. */
export const deviceIdentificationPdu = (identity: SimulatedIdentity, pdu: Buffer): Buffer | number => {
  const [, mei, code = 0, from = 0] = pdu;
  const isKnown = code === basic || code === regular || code === extended || code === individual;
  if (pdu.length !== 4 || mei !== encapsulatedInterface || !isKnown) return illegalValue;
  const objects = [identity.vendor, identity.product, identity.revision].map((text, id) => {
    const said = asciiOf(text);
    return Buffer.concat([Buffer.from([id, said.length]), said]);
  });
  const isOne = code === individual;
  if (isOne && from >= objects.length) return illegalAddress;
  // a stream from an object that is not there begins again
  const first = from < objects.length ? from : 0;
  const taken: Buffer[] = [];
  let left = roomForObjects;
  for (const object of objects.slice(first, isOne ? first + 1 : undefined)) {
    if (object.length > left) break;
    taken.push(object);
    left -= object.length;
  }
  const next = first + taken.length;
  const isMore = !isOne && next < objects.length;
  const head = [43, encapsulatedInterface, code, conformity, isMore ? moreFollows : 0, isMore ? next : 0, taken.length];
  return Buffer.concat([Buffer.from(head), ...taken]);
};
