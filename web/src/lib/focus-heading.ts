/** The page's heading takes the focus, without scrolling: where somebody with a keyboard or a screen reader goes on. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
  heading?.focus({ preventScroll: true });
}
