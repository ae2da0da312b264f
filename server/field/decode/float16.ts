/** Half precision (IEEE 754 binary16) from its 16 bits. */
export const float16FromBits = (bits: number): number => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
};

const roundHalfEven = (value: number): number => {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
};

/** Of the smallest normal number; those below it have the same, and no leading 1. */
const SMALLEST_EXPONENT = -14;

/** The nearest half-precision number's 16 bits; ties go to the even one, too large becomes infinity. */
export const float16ToBits = (value: number): number => {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  // one too large where the size is just below a power of two: its fraction rounds to 1 then, which is the same number
  const exponent = Math.max(SMALLEST_EXPONENT, Math.floor(Math.log2(size)));
  // the leading 1 of a normal number, and a fraction that rounds up to the next power, carry into the exponent by the addition
  return sign | (((exponent - SMALLEST_EXPONENT) << 10) + roundHalfEven((size / 2 ** exponent) * 1024));
};
