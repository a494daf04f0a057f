/** Navigation options for a text filter: textFilterNavigation is one step of the history, and the page does not scroll. */
export function textFilterNavigation(change: object): { replace?: true; resetScroll?: false } {
  return 'textFilter' in change || 'text' in change ? { replace: true, resetScroll: false } : {};
}
