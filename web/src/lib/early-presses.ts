const startEvent = 'portico:start';

/**
 * Keeps the last press on a prerendered button until the page's script is there to answer it, so that a press on a slow connection is not lost. Buttons that
 * submit a form with an address of its own work without the script, and are left alone.
 */
export function keepEarlyPress(): void {
  let pressed: HTMLButtonElement | undefined;
  const keep = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('#root button') : null;
    if (!button || (button.type === 'submit' && button.form?.hasAttribute('action'))) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = button;
  };
  addEventListener('click', keep, true);
  const repeat = () => {
    removeEventListener('click', keep, true);
    pressed?.click();
  };
  addEventListener(startEvent, repeat, { once: true });
}

/** The page answers presses from now on. A press that came before is repeated. */
export function announceStart(): void {
  Object.assign(window, { porticoStarted: true });
  dispatchEvent(new Event(startEvent));
}

/** What was typed into a prerendered field before the page's script was there; empty while the build prerenders it. */
export function typedEarly(name: string): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLInputElement>(`#root input[name=${name}]`)?.value ?? '';
}
