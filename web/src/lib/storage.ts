/** A storage that never throws: a browser may refuse access. */
const safeStorage = (open: () => Storage) => ({
  read(key: string): string | null {
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  },
  write(key: string, value: string): void {
    try {
      open().setItem(key, value);
    } catch {
      // Storing is optional.
    }
  },
  remove(key: string): void {
    try {
      open().removeItem(key);
    } catch {
      // A browser that stores nothing has nothing to delete.
    }
  },
});

export const deviceStorage = safeStorage(() => localStorage);
export const { read: readStored, write: writeStored } = deviceStorage;

/** Values that end with the tab. */
export const tabStorage = safeStorage(() => sessionStorage);

/** The value of a readable cookie; null if it does not exist. */
export function readCookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    const separator = part.indexOf('=');
    if (separator > 0 && part.slice(0, separator) === name) return decodeURIComponent(part.slice(separator + 1));
  }
  return null;
}

const isSecure = () => location.protocol === 'https:';

/** Over https, the prefix makes the browser enforce this host, Secure and the path `/`. */
const preferenceCookie = (name: string) => (isSecure() ? `__Host-${name}` : name);

/** A choice that outlasts the session, because signing out clears localStorage; null if none was stored. */
export const readPreference = (name: string): string | null => readCookie(preferenceCookie(name)) ?? readCookie(name);

/** Keeps a choice for a year. */
export function writePreference(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `${preferenceCookie(name)}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${isSecure() ? '; Secure' : ''}`;
}
