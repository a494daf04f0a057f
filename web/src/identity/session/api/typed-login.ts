const key = 'portico_typed_login';

/** Passes the typed name on to the page for a forgotten password, within this tab. */
export function storeTypedLogin(form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem('userName');
  try {
    if (field instanceof HTMLInputElement) sessionStorage.setItem(key, field.value.trim());
  } catch {
    // Without storage, the user types the name again.
  }
}

/** The typed name; empty if nothing was stored. */
export function readTypedLogin(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
