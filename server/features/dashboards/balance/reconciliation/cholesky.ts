/** Gives way between steps. */
export type TurnTaker = { turn(): Promise<void> };

/** A pivot this small beside its own diagonal says that the row follows from those before it. */
const DEPENDENT = 1e-9;

/** L of a symmetric positive semidefinite matrix M = L L', rows that follow from others left out (`kept` false, zeros in L). */
export type Cholesky = { size: number; lower: Float64Array; kept: readonly boolean[] };

/**
 * @param matrix size x size, by rows; only the lower half is read.
 * @param pace asked before every row, as hundreds of them take a while.
 */
export const cholesky = async (matrix: Float64Array, size: number, pace: TurnTaker): Promise<Cholesky> => {
  const lower = new Float64Array(size * size);
  const kept: boolean[] = [];
  for (let row = 0; row < size; row += 1) {
    await pace.turn();
    for (let column = 0; column < row; column += 1) {
      if (!kept[column]) continue;
      let value = matrix[row * size + column] ?? 0;
      for (let k = 0; k < column; k += 1) value -= (lower[row * size + k] ?? 0) * (lower[column * size + k] ?? 0);
      lower[row * size + column] = value / (lower[column * size + column] ?? 1);
    }
    const diagonal = matrix[row * size + row] ?? 0;
    let pivot = diagonal;
    for (let k = 0; k < row; k += 1) pivot -= (lower[row * size + k] ?? 0) ** 2;
    kept.push(pivot > DEPENDENT * diagonal);
    if (kept[row]) lower[row * size + row] = Math.sqrt(pivot);
    else lower.fill(0, row * size, (row + 1) * size);
  }
  return { size, lower, kept };
};

/** L^-1 b; 0 in the places of rows that were left out. */
export const forward = ({ size, lower, kept }: Cholesky, b: Float64Array): Float64Array => {
  const y = new Float64Array(size);
  for (let row = 0; row < size; row += 1) {
    if (!kept[row]) continue;
    let value = b[row] ?? 0;
    for (let k = 0; k < row; k += 1) value -= (lower[row * size + k] ?? 0) * (y[k] ?? 0);
    y[row] = value / (lower[row * size + row] ?? 1);
  }
  return y;
};

/** A column of L^-1. */
export const inverseColumn = (root: Cholesky, column: number): Float64Array =>
  forward(root, new Float64Array(root.size).fill(1, column, column + 1));

/** L'^-1 y. */
export const backward = ({ size, lower, kept }: Cholesky, y: Float64Array): Float64Array => {
  const x = new Float64Array(size);
  for (let row = size - 1; row >= 0; row -= 1) {
    if (!kept[row]) continue;
    let value = y[row] ?? 0;
    for (let k = row + 1; k < size; k += 1) value -= (lower[k * size + row] ?? 0) * (x[k] ?? 0);
    x[row] = value / (lower[row * size + row] ?? 1);
  }
  return x;
};
