/** Navigation options for a text filter: typing adds one entry to the history, and the page does not scroll. */
export function textFilterNavigation(change: object): { replace?: true; resetScroll?: false } {
  return 'textFilter' in change || 'text' in change ? { replace: true, resetScroll: false } : {};
}
