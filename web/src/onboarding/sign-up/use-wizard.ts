import { useEffect, useReducer, useRef } from 'react';
import { formatAddress } from './model/addresses.ts';
import { storeDetails } from './model/kept-details.ts';
import { storePointOfSale } from './model/points-of-sale.ts';
import { type Facts, reachableStep, reduceWizard, type WizardAction, type WizardState } from './model/wizard.ts';
import { showAddress, usePlace } from './place.ts';
import { currentVisit, rememberVisit } from './visit.ts';

/** The wizard's state, with its step in the address and its details in the browser's storage (SIGN-1, SIGN-41). */
export function useWizard(facts: Facts, begin: () => WizardState) {
  const [state, dispatch] = useReducer(
    (current: WizardState, action: WizardAction) => reduceWizard(current, action, facts),
    undefined,
    begin,
  );
  useStepAddress(state, facts, dispatch);
  useKeptDetails(state, facts);
  return { state, dispatch };
}

/** The query for every address of the wizard: the current query, with the storage key. */
export function wizardSearch(): string {
  const query = new URLSearchParams(location.search);
  query.set('storageKey', currentVisit().storageKey);
  return `?${query}`;
}

/**
 * Synchronizes step and address: entering a step changes the address, and the browser's Back and Forward show the
 * step in the address.
 */
function useStepAddress(state: WizardState, facts: Facts, dispatch: (action: WizardAction) => void): void {
  const place = usePlace();
  const { step } = state;
  const latest = useRef({ place, state, facts });
  latest.current = { place, state, facts };
  /** The step that was last written to the address. */
  const sent = useRef(step);
  const isFirst = useRef(true);

  useEffect(() => {
    const now = latest.current.place;
    sent.current = step;
    // If the wizard starts at another step than the one in its address, the address is replaced.
    const replace = isFirst.current;
    isFirst.current = false;
    if (now.step === step) return;
    const { purchaseStep } = latest.current.state;
    showAddress(formatAddress(step, purchaseStep, now, wizardSearch()), { replace });
  }, [step]);

  /** The last seen place; only a change of the place requests a step. */
  const seen = useRef(place);
  useEffect(() => {
    if (seen.current === place) return;
    seen.current = place;
    const wanted = place.step;
    if (wanted === null || wanted === sent.current) return;
    const shown = reachableStep(latest.current.state, wanted, latest.current.facts);
    sent.current = shown;
    if (shown !== wanted) showAddress(formatAddress(shown, null, place, wizardSearch()), { replace: true });
    dispatch({ type: 'stepShown', step: wanted });
  }, [place, dispatch]);
}

function useKeptDetails({ details, planId }: WizardState, { companyId, verifiedEmail }: Facts): void {
  const first = useRef({ details, planId });
  useEffect(() => {
    if (first.current.details === details && first.current.planId === planId) return;
    rememberVisit();
    storeDetails(currentVisit().storageKey, companyId, { details, planId, verifiedEmail });
    storePointOfSale(details.industry === 'cannabis' ? details.pointOfSale : '');
  }, [details, planId, companyId, verifiedEmail]);
}
