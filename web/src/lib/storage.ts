/** localStorage that never throws: a browser may refuse access. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storing is optional.
  }
}

/** sessionStorage that never throws. Its values end with the tab. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeSession(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Storing is optional.
  }
}

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
