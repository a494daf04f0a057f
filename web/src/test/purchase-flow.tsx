import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import type { FlowParts, FlowProduct } from '../billing/purchase/components/flow-context.ts';
import type { Step } from '../billing/purchase/model/flow.ts';

/** A product for tests of the purchase. */
export const flowProduct: FlowProduct = {
  id: 'veriscan',
  displayName: 'Veriscan',
  licensingType: 'Floating',
  logo64: null,
  unit: { one: 'device', other: 'devices' },
  url: null,
  urlCaption: null,
};

/** Empty parts of other features. */
export const flowParts: FlowParts = {
  renderCardPicker: () => null,
  renderCardName: () => null,
  onCardRefused: () => {},
  warmUpCards: () => {},
};

/** The page's props for the flow: the addresses of its steps, and the user whose choices are stored. */
export function flowPlace(step?: string) {
  return {
    title: 'Subscribe to Veriscan',
    address: {
      base: '/buy',
      step,
      show: vi.fn<(step: Step, how: { replace: boolean; isBack: boolean }) => void>(),
      onShown: () => () => {},
    },
    owner: { accountId: 1, userId: 1, productId: 'veriscan' },
    onShop: () => {},
    onDone: () => {},
  };
}

/** Creates a wrapper that keeps one router across renders. */
export function makeRoutes(): (flow: ReactElement) => ReactElement {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return (flow) => <RouterContextProvider router={router}>{flow}</RouterContextProvider>;
}
