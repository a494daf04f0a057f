/**
 * Where the client stores its state between two starts: one text, written atomically, never containing the token.
 * `@portico/license-client/node` has a file store. Avoid localStorage, because every script of the page can read it.
 */
export interface Store {
  /** The last written text, or undefined. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** Keeps the state as long as the process or the page exists. */
export function memoryStore(): Store {
  let kept: string | undefined;
  return {
    read: async () => kept,
    write: async (text) => {
      kept = text;
    },
  };
}
