/**
 * Where the client keeps its state between two starts: one text, written as a whole. It never has the token in it.
 *
 * `@portico/license-client/node` has one in a file. Others are a few lines; localStorage is a poor one, as every script of the page reads it.
 */
export interface Store {
  /** The text that was written last; undefined where there is none. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** Keeps the state as long as the process or the page lives. */
export function memoryStore(): Store {
  let kept: string | undefined;
  return {
    read: async () => kept,
    write: async (text) => {
      kept = text;
    },
  };
}
