import { Frame } from './frame.js';
import { TITLES } from './words.js';

/** Shows the bank's challenge over the page. Resolves when it is over. */
export function showChallenge(url, language) {
  return new Promise((resolve) => {
    const overlay = document.createElement('div');
    overlay.setAttribute('role', 'dialog');
    overlay.setAttribute('aria-modal', 'true');
    overlay.setAttribute('aria-label', TITLES[language].challenge);
    Object.assign(overlay.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      background: 'rgb(10 15 30 / 0.6)',
    });
    const before = document.activeElement;
    const frame = new Frame(url, TITLES[language].challenge, (type) => {
      if (type === 'loaded') frame.iframe.focus();
      if (type !== 'done') return;
      frame.close();
      overlay.remove();
      before?.focus?.();
      resolve();
    });
    Object.assign(frame.iframe.style, {
      width: 'min(30rem, 94vw)',
      height: 'min(26rem, 94vh)',
      borderRadius: '12px',
      background: 'white',
    });
    overlay.append(frame.iframe);
    document.body.append(overlay);
  });
}
