export const panels = ['clocks', 'events', 'objects', 'faults'] as const;
export type Panel = (typeof panels)[number];

/** The state of the sandbox page in its address: panel, page of the list, and open object. */
export interface SandboxSearch {
  panel?: Panel | undefined;
  /** The type of listed objects, or the prefix of event types. */
  type?: string | undefined;
  /** Only events about this object. */
  about?: string | undefined;
  /** Only events that some endpoint has not accepted yet. */
  undelivered?: 'true' | undefined;
  after?: string | undefined;
  before?: string | undefined;
  /** The object in the dialog. */
  object?: string | undefined;
}

/** Reads the address and ignores unknown values. */
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
