/** Of common rolls for label printers, in mm. */
export const labelSizes = [
  { widthMm: 62, heightMm: 29 },
  { widthMm: 54, heightMm: 25 },
  { widthMm: 70, heightMm: 30 },
  { widthMm: 89, heightMm: 36 },
  { widthMm: 100, heightMm: 50 },
] as const;
