/**
 * Runs at the end of <body>, before the first paint. It adds the brand, the demonstration's sign-ins and the external
 * logins to the prerendered markup, and keeps a press that precedes the application's script. If that script fails or
 * has not started after 120 s, it shows the static 'could not be loaded' message (WEB-9). It is inline and hashed
 * like the head script.
 */
import { recordEarlyPress } from '../../lib/early-presses.ts';
import { fillBrand } from '../../lib/fill-brand.ts';
import { fillDemoUsers } from '../../lib/fill-demo-users.ts';
import { fillProviders } from '../../lib/fill-providers.ts';
import { preloaded } from '../../lib/preloaded.ts';

const chunkLoadTimeout = 120_000;

recordEarlyPress();
fillBrand(document);
const { name } = preloaded().company;
document.title = document.title ? `${document.title} · ${name}` : name;
fillDemoUsers(document);
fillProviders(document);

const showFailure = () => {
  const failure = document.getElementById('load-failure');
  if (failure && !('porticoStarted' in window)) failure.hidden = false;
};
addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement || event.target instanceof HTMLLinkElement) showFailure();
  },
  true,
);
setTimeout(showFailure, chunkLoadTimeout);
document.getElementById('load-failure-reload')?.addEventListener('click', () => location.reload());
