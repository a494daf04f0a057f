/** Focuses the page's heading without scrolling, for users of keyboards and screen readers. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
  heading?.focus({ preventScroll: true });
}
