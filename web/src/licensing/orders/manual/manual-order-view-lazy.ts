import { lazyPart } from '../../../lib/lazy.tsx';

/** One order's facts, which the list of orders does without. */
export const ManualOrderView = lazyPart(() =>
  import('./manual-order-view.tsx').then((module) => module.ManualOrderView),
);
