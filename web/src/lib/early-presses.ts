const startEvent = 'portico:start';

/**
 * Keeps the last press on a prerendered button until the page's script has loaded, so that a press on a slow connection is not lost (WEB-20). Buttons that submit a
 * form with an `action` work without the script, and are left alone.
 */
export function recordEarlyPress(): void {
  let pressed: { readonly button: HTMLButtonElement; readonly description: string } | undefined;
  const keep = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('#root button') : null;
    if (!button || (button.type === 'submit' && button.form?.hasAttribute('action'))) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = { button, description: describe(button) };
  };
  addEventListener('click', keep, true);
  const repeat = () => {
    removeEventListener('click', keep, true);
    if (!pressed) return;
    const { button, description } = pressed;
    // If React rendered the page again, another button has replaced the pressed one, or none.
    const current = button.isConnected
      ? button
      : [...document.querySelectorAll<HTMLButtonElement>('#root button')].find((one) => describe(one) === description);
    current?.click();
  };
  addEventListener(startEvent, repeat, { once: true });
}

/** The features that a button shares with its replacement. The fields of its form distinguish the steps of a wizard. */
function describe({ type, name, textContent, form }: HTMLButtonElement): string {
  const fields = form && [...new FormData(form).keys()];
  return JSON.stringify([type, name, textContent, fields]);
}

/**
 * Announces that the page responds to presses from now on, and repeats the recorded press. Until React owns the page,
 * a press would submit a form natively.
 */
export function announceStart(): void {
  Object.assign(window, { porticoStarted: true });
  dispatchEvent(new Event(startEvent));
}

/**
 * Returns the text that was typed into a prerendered field before the page's script had loaded; empty during
 * prerendering.
 */
export function typedEarly(name: string): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLInputElement>(`#root input[name=${name}]`)?.value ?? '';
}
