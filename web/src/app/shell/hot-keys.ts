/** Whether a key press asks for the command palette: Ctrl/⌘ K, Alt+Shift+Q or Ctrl+Shift+Q (UI-8). */
export function asksForPalette(
  event: Pick<KeyboardEvent, 'code' | 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): boolean {
  const { code, key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey) return true;
  // By place as well as by letter: Alt may turn Q into another character, and keyboards differ.
  const isQ = key.toLowerCase() === 'q' || code === 'KeyQ';
  return isQ && shiftKey && !metaKey && altKey !== ctrlKey;
}
