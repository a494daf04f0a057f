const key = 'portico_typed_login';

/** Takes the name that somebody typed along to the page for a forgotten password, within this tab. */
export function keepLogin(form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem('userName');
  try {
    if (field instanceof HTMLInputElement) sessionStorage.setItem(key, field.value.trim());
  } catch {
    // It is typed once more then.
  }
}

/** The name that was typed, or an empty one. */
export function typedLogin(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
