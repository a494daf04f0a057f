import { typedEarly } from '../../../lib/early-presses.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { currentVisit } from '../visit.ts';
import { type Place, parsePlace } from './addresses.ts';
import { type Details, emptyDetails, fieldSteps, stepFields } from './details.ts';
import { restoreDetails } from './kept-details.ts';
import { refusedBy } from './refused.ts';
import { type Facts, type Restored, startWizard, type WizardState } from './wizard.ts';

/** The page's facts for the wizard, which do not change while the page is open. */
export function factsOfPage(): Facts {
  const { company, signUp } = preloaded();
  return {
    companyId: company.id,
    verifiedEmail: signUp?.external?.email ?? null,
    isFirstCustomer: signUp?.isFirstCustomer ?? false,
  };
}

/** The submitted values that the server sends back, by field; never a password. */
function attemptedDetails(attempted: Readonly<Record<string, string>>): Partial<Details> {
  const byName = new Map(Object.entries(attempted).map(([name, value]) => [name.toLowerCase(), value]));
  const names = fieldSteps.filter((step) => step !== 'owner').flatMap((step) => stepFields[step]);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = byName.get(name.toLowerCase());
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The details of the external login. */
function externalDetails(): Partial<Details> {
  const external = preloaded().signUp?.external;
  return external ? { email: external.email, firstName: external.firstName, lastName: external.lastName } : {};
}

/** The wizard's initial state: with server errors, stored details, details of an external login, and the address. */
export function beginWizard(facts: Facts): WizardState {
  if (typeof document === 'undefined') return startWizard(facts, { wanted: null, restored: null, refused: null });
  const { attemptedValues, signUp } = preloaded();
  const modelState = { ...preloaded().modelState };
  // A block is removed from the errors, because the step shows it as a countdown.
  if (signUp?.blockedTo) delete modelState[''];
  const refused = refusedBy({ modelState });
  const kept = restoreDetails(currentVisit().storageKey, facts.companyId);
  // Details of an external login replace stored ones until the visitor has changed them here.
  const isSeen = kept !== null && kept.verifiedEmail === facts.verifiedEmail;
  const email = typedEarly('email');
  const given: Partial<Details> = {
    ...(email && { email }),
    ...(!isSeen && externalDetails()),
    ...attemptedDetails(attemptedValues),
  };
  const isGiven = Object.keys(given).length > 0;
  const restored: Restored | null =
    kept || isGiven
      ? { details: { ...(kept?.details ?? emptyDetails), ...given }, planId: kept?.planId ?? null }
      : null;
  const { step, purchaseStep } = wantedPlace();
  const begun = startWizard(facts, { wanted: step, purchaseStep, restored: kept ? restored : null, refused });
  // Details from the page alone do not skip the first step, unless they come from an external login.
  if (kept || !restored) return begun;
  const state = { ...begun, details: restored.details };
  return signUp?.external && !refused ? { ...state, step: 'main' } : state;
}

/** The step in the address; for an answered form, the step that posted it. */
function wantedPlace(): Pick<Place, 'step' | 'purchaseStep'> {
  switch (new URLSearchParams(location.search).get('from')) {
    case 'skip':
      return { step: 'skip', purchaseStep: null };
    case 'purchase':
      return { step: 'purchase', purchaseStep: 'confirmation' };
    default:
      return parsePlace(location.pathname, location.search);
  }
}
