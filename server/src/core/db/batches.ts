interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchLimits {
  /** Maximum number of items in a statement. */
  readonly maxItems: number;
  /** Maximum number of concurrent statements. */
  readonly atOnce: number;
  /** Maximum milliseconds that an item waits for a running statement. */
  readonly maxWait: number;
}

/**
 * Batches concurrent requests into one statement, because that costs the database little more than a single item. An
 * item waits only while a statement runs, at most `maxWait`.
 * @param run processes some items and returns a result for each in their order
 */
export function createBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxItems, atOnce, maxWait }: BatchLimits,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let isPlanned = false;
  let timer: NodeJS.Timeout | undefined;

  function begin(): void {
    isPlanned = false;
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0 && underWay < atOnce) void work(waiting.splice(0, maxItems));
    if (waiting.length > 0 && underWay < atOnce) timer = setTimeout(begin, maxWait);
  }

  async function work(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    underWay += 1;
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      begin();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underWay > 0) timer ??= setTimeout(begin, maxWait);
      else if (!isPlanned) {
        isPlanned = true;
        // The event loop first reads the other requests that arrived at the same time.
        setImmediate(begin);
      }
    });
}
