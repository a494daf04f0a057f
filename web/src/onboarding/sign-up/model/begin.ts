import { typedEarly } from '../../../lib/early-presses.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { currentVisit } from '../visit.ts';
import { type Place, placeOf } from './addresses.ts';
import { type Details, emptyDetails, fieldSteps, fieldsOf } from './details.ts';
import { restoreDetails } from './kept-details.ts';
import { refusedBy } from './refused.ts';
import { type Facts, type Restored, startWizard, type WizardState } from './wizard.ts';

/** What the page says of the wizard; the same as long as it is open. */
export function factsOfPage(): Facts {
  const { company, signUp } = preloaded();
  return {
    companyId: company.id,
    verifiedEmail: signUp?.external?.email ?? null,
    isFirstCustomer: signUp?.isFirstCustomer ?? false,
  };
}

/** Values that the server sends back, by the fields of the details; never a password. */
function attemptedDetails(attempted: Readonly<Record<string, string>>): Partial<Details> {
  const byName = new Map(Object.entries(attempted).map(([name, value]) => [name.toLowerCase(), value]));
  const names = fieldSteps.filter((step) => step !== 'owner').flatMap((step) => fieldsOf[step]);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = byName.get(name.toLowerCase());
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** What the login elsewhere told. */
function externalDetails(): Partial<Details> {
  const external = preloaded().signUp?.external;
  return external ? { email: external.email, firstName: external.firstName, lastName: external.lastName } : {};
}

/** The wizard as the page opens it: with what the server refused, what was kept, what a login elsewhere told, and the address. */
export function beginWizard(facts: Facts): WizardState {
  if (typeof document === 'undefined') return startWizard(facts, { wanted: null, restored: null, refused: null });
  const { attemptedValues, signUp } = preloaded();
  const modelState = { ...preloaded().modelState };
  // That nobody can register just now is counted down beside the step.
  if (signUp?.blockedTo) delete modelState[''];
  const refused = refusedBy({ modelState });
  const kept = restoreDetails(currentVisit().storageKey, facts.companyId);
  // What a login elsewhere told counts until it was changed here.
  const isSeen = kept !== null && kept.verifiedEmail === facts.verifiedEmail;
  const email = typedEarly('email');
  const told: Partial<Details> = {
    ...(email && { email }),
    ...(!isSeen && externalDetails()),
    ...attemptedDetails(attemptedValues),
  };
  const isTold = Object.keys(told).length > 0;
  const restored: Restored | null =
    kept || isTold ? { details: { ...(kept?.details ?? emptyDetails), ...told }, planId: kept?.planId ?? null } : null;
  const { step, purchaseStep } = wantedPlace();
  const begun = startWizard(facts, { wanted: step, purchaseStep, restored: kept ? restored : null, refused });
  // What was only told, not kept, is no reason to leave the first step, except that a login elsewhere has answered it.
  if (kept || !restored) return begun;
  const state = { ...begun, details: restored.details };
  return signUp?.external && !refused ? { ...state, step: 'main' } : state;
}

/** The place of the address; that of a form that was answered is the step that posted it. */
function wantedPlace(): Pick<Place, 'step' | 'purchaseStep'> {
  switch (new URLSearchParams(location.search).get('from')) {
    case 'skip':
      return { step: 'skip', purchaseStep: null };
    case 'purchase':
      return { step: 'purchase', purchaseStep: 'confirmation' };
    default:
      return placeOf(location.pathname, location.search);
  }
}
