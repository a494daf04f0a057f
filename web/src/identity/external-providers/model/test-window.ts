/**
 * Opens the window of a test. Call it while a press is handled: later, browsers block it. @returns null where it was blocked all the same
 */
export function openWaitingWindow(title: string, words: string): Window | null {
  const opened = window.open('', '', 'popup,width=540,height=720');
  if (!opened) return null;
  try {
    opened.document.title = title;
    opened.document.body.textContent = words;
    // The provider's pages get no hold of this one.
    opened.opener = null;
  } catch {
    // It is led on without words then.
  }
  return opened;
}
