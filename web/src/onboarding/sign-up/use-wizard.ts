import { useEffect, useReducer, useRef } from 'react';
import { addressOf } from './model/addresses.ts';
import { keepDetails } from './model/kept-details.ts';
import { keepPointOfSale } from './model/points-of-sale.ts';
import { type Facts, reachableStep, reduceWizard, type WizardAction, type WizardState } from './model/wizard.ts';
import { showAddress, usePlace } from './place.ts';
import { currentVisit, rememberVisit } from './visit.ts';

/** The wizard's state, with its step in the address and what was told in the browser's storage (SIGN-1, SIGN-41). */
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

/** What every address of the wizard has: the query as it is, and the key of what is kept. */
export function wizardSearch(): string {
  const query = new URLSearchParams(location.search);
  query.set('storageKey', currentVisit().storageKey);
  return `?${query}`;
}

/** A step that is entered gets its address, and the browser's Back and Forward show the step that the address names. */
function useStepAddress(state: WizardState, facts: Facts, dispatch: (action: WizardAction) => void): void {
  const place = usePlace();
  const { step } = state;
  const latest = useRef({ place, state, facts });
  latest.current = { place, state, facts };
  /** The step that the address was last led to from here. */
  const sent = useRef(step);
  const isFirst = useRef(true);

  useEffect(() => {
    const now = latest.current.place;
    sent.current = step;
    // Where the wizard began elsewhere than its address said, that address is none to come back to.
    const replace = isFirst.current;
    isFirst.current = false;
    if (now.step === step) return;
    const { purchaseStep } = latest.current.state;
    showAddress(addressOf(step, purchaseStep, now, wizardSearch()), { replace });
  }, [step]);

  /** The address that was looked at last: only one that changes asks for a step. */
  const seen = useRef(place);
  useEffect(() => {
    if (seen.current === place) return;
    seen.current = place;
    const wanted = place.step;
    if (wanted === null || wanted === sent.current) return;
    const shown = reachableStep(latest.current.state, wanted, latest.current.facts);
    sent.current = shown;
    if (shown !== wanted) showAddress(addressOf(shown, null, place, wizardSearch()), { replace: true });
    dispatch({ type: 'stepShown', step: wanted });
  }, [place, dispatch]);
}

function useKeptDetails({ details, planId }: WizardState, { companyId, verifiedEmail }: Facts): void {
  const first = useRef({ details, planId });
  useEffect(() => {
    if (first.current.details === details && first.current.planId === planId) return;
    rememberVisit();
    keepDetails(currentVisit().storageKey, companyId, { details, planId, verifiedEmail });
    keepPointOfSale(details.industry === 'cannabis' ? details.pointOfSale : '');
  }, [details, planId, companyId, verifiedEmail]);
}
