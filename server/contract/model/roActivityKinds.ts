/** What is entered in the log of an RO plant. */
export const roActivityKinds = [
  'cip',
  'chemical_dosing',
  'membrane_change',
  'cartridge_change',
  'flush',
  'sanitisation',
  'antiscalant_refill',
  'calibration',
  'shutdown',
  'inspection',
  'other',
] as const;
