interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchLimits {
  /** Items in a statement at most. */
  readonly most: number;
  /** Statements under way at most. */
  readonly atOnce: number;
  /** Milliseconds after which what came meanwhile does not wait for a statement any more that is under way. */
  readonly patience: number;
}

/**
 * Puts the work of requests together that come at the same time: one statement for many of them costs the database little more than for one. Nothing waits
 * while no statement is under way. What comes meanwhile waits for it, or for `patience` where it is held up. Each caller is answered once its statement is
 * done, so that nothing is lost that was answered.
 * @param run does the work of some items, and returns a result for each in their order
 */
export function createBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most, atOnce, patience }: BatchLimits,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let isPlanned = false;
  let timer: NodeJS.Timeout | undefined;

  function begin(): void {
    isPlanned = false;
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0 && underWay < atOnce) void work(waiting.splice(0, most));
    if (waiting.length > 0 && underWay < atOnce) timer = setTimeout(begin, patience);
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
      if (underWay > 0) timer ??= setTimeout(begin, patience);
      else if (!isPlanned) {
        isPlanned = true;
        // The requests that arrived with this one are read before that.
        setImmediate(begin);
      }
    });
}
