/**
 * Runs inline at the end of <body>, before the first paint. Completes the prerendered markup with the brand, demo
 * users and external logins, records early presses, and shows a static error message if the application fails or has
 * not started after 120 s (WEB-9).
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
