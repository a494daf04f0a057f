/**
 * Runs in <head>, after the preloaded data and before the first paint. It applies theme, brand and sidebar state, so
 * that nothing flashes or moves when the application starts. The build bundles it inline; its hash is in csp.json.
 */
import { storeAntiForgeryToken } from '../../lib/anti-forgery.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { readStored } from '../../lib/storage.ts';
import { applyTheme, resolveTheme } from '../../lib/theme.ts';
import { sidebarKey } from '../shell/sidebar-state.ts';

const data = preloaded();
const root = document.documentElement;
applyTheme(resolveTheme());
storeAntiForgeryToken(data.antiForgeryToken);
if (readStored(sidebarKey) === 'collapsed') root.dataset.sidebar = 'collapsed';
if (/Mac|iPhone|iPad/.test(navigator.userAgent)) root.dataset.mac = '';
if (data.actingAs) root.dataset.banner = 'acting';
else if (data.isOnSandbox) root.dataset.banner = 'sandbox';
