/** Navigation options for a text filter: typing is one step of the history, and the page does not scroll. */
export function typing(change: object): { replace?: true; resetScroll?: false } {
  return 'textFilter' in change || 'text' in change ? { replace: true, resetScroll: false } : {};
}
