import { isDataError } from './database.ts';

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
  /**
   * The minimum time between the starts of two statements, unless `items` items wait. Frequent items share a statement;
   * a lone item does not wait. No spacing by default.
   */
  readonly spacing?: { readonly milliseconds: number; readonly items: number };
}

/**
 * Batches concurrent requests, because one statement for many items costs little more than one for a single item. An
 * item waits only for the spacing and, at most `maxWait`, for a running statement.
 * @param run returns a result or a `FailedItem` for each item, in order
 */
export function createBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly (Result | FailedItem)[]>,
  { maxItems, atOnce, maxWait, spacing = { milliseconds: 0, items: 1 } }: BatchLimits,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let latest = Number.NEGATIVE_INFINITY;
  let isPlanned = false;
  let timer: NodeJS.Timeout | undefined;

  function begin(): void {
    isPlanned = false;
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0 && underWay < atOnce) void work(waiting.splice(0, maxItems));
    if (waiting.length > 0 && underWay < atOnce) timer = setTimeout(begin, maxWait);
  }

  /** Begins the next statement when it is due, unless one is running. */
  function plan(): void {
    if (isPlanned || waiting.length === 0) return;
    const wait = waiting.length < spacing.items ? latest + spacing.milliseconds - performance.now() : 0;
    if (wait > 0) {
      timer ??= setTimeout(begin, wait);
      return;
    }
    isPlanned = true;
    // The event loop first reads the other requests that arrived at the same time.
    setImmediate(begin);
  }

  async function work(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    underWay += 1;
    latest = performance.now();
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index] as Result | FailedItem;
        if (result instanceof FailedItem) reject(result.error);
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      clearTimeout(timer);
      timer = undefined;
      plan();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underWay > 0) timer ??= setTimeout(begin, maxWait);
      else plan();
    });
}

/** An item that fails without affecting the rest of its batch. */
export class FailedItem {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/**
 * Runs one atomic statement for all items. If invalid data make it fail, runs it for each item separately, so that only
 * the items with invalid data fail.
 */
export async function runSeparatelyOnDataError<Item, Result>(
  items: readonly Item[],
  run: (some: readonly Item[]) => Promise<readonly Result[]>,
): Promise<(Result | FailedItem)[]> {
  try {
    return [...(await run(items))];
  } catch (error) {
    if (!isDataError(error)) throw error;
  }
  const results: (Result | FailedItem)[] = [];
  for (const item of items) {
    results.push(
      await run([item]).then(
        ([result]) => result as Result,
        (error) => new FailedItem(error),
      ),
    );
  }
  return results;
}
