export const panels = ['clocks', 'events', 'objects', 'faults'] as const;
export type Panel = (typeof panels)[number];

/** What the address of the sandbox page says: which panel, which page of its list, and the object that is looked at. */
export interface SandboxSearch {
  panel?: Panel | undefined;
  /** Of the objects that are listed; of events, how their types begin. */
  type?: string | undefined;
  /** Events about this object alone. */
  about?: string | undefined;
  /** Events that some endpoint has not taken yet. */
  undelivered?: 'true' | undefined;
  after?: string | undefined;
  before?: string | undefined;
  /** The object in the dialog. */
  object?: string | undefined;
}

/** Reads the address; what it does not know is left out. */
export function readSandboxSearch(search: Record<string, unknown>): SandboxSearch {
  const text = (name: string, pattern: RegExp) => {
    const value = search[name];
    return typeof value === 'string' && pattern.test(value) ? value : undefined;
  };
  const id = /^[a-zA-Z0-9_]{1,255}$/;
  const found: SandboxSearch = {
    panel: panels.find((panel) => panel === search.panel && panel !== 'clocks'),
    type: text('type', /^[a-z_.]{1,60}\*?$/),
    about: text('about', id),
    undelivered: search.undelivered === 'true' ? 'true' : undefined,
    after: text('after', id),
    before: text('before', id),
    object: text('object', id),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

export type ChangeSearch = (change: SandboxSearch) => void;
