import { useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import type { StepAddress } from '../../purchase/use-steps.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step of a purchase that led to this one: Back leads there. */
    purchaseFrom?: string;
  }
}

/** The address of a purchase's step. A step forward is a new entry of the history; a step back returns to the entry before where that is the step. */
export function useStepAddress(): StepAddress {
  const router = useRouter();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const { step } = useParams({ strict: false }) as { step?: string };
  const path = pathname.replace(/\/+$/, '');
  const base = step === undefined ? path : path.slice(0, path.lastIndexOf('/'));
  return {
    base,
    step,
    onShown: (listener) => router.subscribe('onRendered', listener),
    show(next, { replace, isBack }) {
      if (isBack && state.purchaseFrom === next) return router.history.back();
      const from = replace || isBack ? state.purchaseFrom : step;
      void navigate({
        to: `${base}/${next}`,
        search: true,
        replace: replace || isBack,
        state: { ...(from && { purchaseFrom: from }) },
        ignoreBlocker: true,
      } as Parameters<typeof navigate>[0]);
    },
  };
}
