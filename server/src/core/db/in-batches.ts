/**
 * Reads rows in batches, each of which begins after the last row of the batch before.
 * @param read returns at most `size` rows after the given row; from the beginning if undefined
 */
export async function* inBatches<Row>(
  size: number,
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1);
  }
}
