import { readStored, writeStored } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

export const sidebarKey = 'portico_sidebar';

/** Whether the user collapsed the sidebar; stored in the browser (UI-5). */
export const sidebarIsCollapsed = createStore(readStored(sidebarKey) === 'collapsed');

export function setSidebarCollapsed(collapsed: boolean): void {
  writeStored(sidebarKey, collapsed ? 'collapsed' : 'open');
  document.documentElement.dataset.sidebar = collapsed ? 'collapsed' : 'open';
  sidebarIsCollapsed.set(collapsed);
}
