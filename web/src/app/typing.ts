/** How a list's address changes: what is typed into a text filter is one step of the history, and nothing scrolls. */
export function typing(change: object): { replace?: true; resetScroll?: false } {
  return 'textFilter' in change || 'text' in change ? { replace: true, resetScroll: false } : {};
}
