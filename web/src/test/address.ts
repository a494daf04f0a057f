/** Opens an address of the sign-up as the browser's Back and Forward do. */
export function showAt(path: string): void {
  history.replaceState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}
