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

/** The value of a readable cookie; null if it does not exist. */
export function readCookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    const separator = part.indexOf('=');
    if (separator > 0 && part.slice(0, separator) === name) return decodeURIComponent(part.slice(separator + 1));
  }
  return null;
}
