import { lazyPart } from '../../../lib/lazy.tsx';

/** Lazy, because the list of orders does not need this view. */
export const ManualOrderView = lazyPart(() =>
  import('./manual-order-view.tsx').then((module) => module.ManualOrderView),
);
