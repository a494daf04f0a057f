import { useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import type { StepAddress } from '../../purchase/use-steps.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous step of a purchase, to which Back leads. */
    purchaseFrom?: string;
  }
}

/**
 * The address of a purchase's step. A step forward adds an entry to the history. A step back returns to the previous
 * entry, if that entry is the wanted step.
 */
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
