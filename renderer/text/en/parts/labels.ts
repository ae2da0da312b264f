/** Labels out of the label printer of this PC. */
export const labels = {
  size: 'Size of the label',
  millimetres: (width: number, height: number) => `${width} × ${height} mm`,
  printer: 'Printer',
  pdf: 'none: a PDF',
  print: 'Print the label',
  printed: 'The label was sent to the printer.',
  savedAt: (path: string) => `Saved as ${path}.`,
  notPrinted: (reason: string) => `Not printed: ${reason}`,
  failed: 'The program on this PC did not print it.',
};
