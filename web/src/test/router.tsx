import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { renderUi } from './render.tsx';

/** Renders with the providers that parts with links need. */
export function renderWithLinks(ui: ReactElement) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return renderUi(<RouterContextProvider router={router}>{ui}</RouterContextProvider>);
}
