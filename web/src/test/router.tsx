import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { renderUi } from './render.tsx';

/**
 * Renders with the providers that links need.
 * @param path the address of the page
 */
export function renderWithLinks(ui: ReactElement, path = '/') {
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  return renderUi(<RouterContextProvider router={router}>{ui}</RouterContextProvider>);
}
