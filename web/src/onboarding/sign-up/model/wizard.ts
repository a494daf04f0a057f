import { comparisonKey } from '@portico/contract/browser';
import type { PurchaseStep } from './addresses.ts';
import {
  changeDetails,
  type DetailField,
  type Details,
  emptyDetails,
  emptySecrets,
  type Field,
  type FieldStep,
  fieldSteps,
  type SecretField,
  type Secrets,
  type Step,
  stepFields,
} from './details.ts';
import { type FieldProblems, type PasswordEstimate, validateStep } from './validation.ts';

/** The constant facts with which the wizard was opened. */
export interface Facts {
  companyId: number;
  /**
   * The address that an external login has verified; a user with this address needs no password. Null without an
   * external login.
   */
  verifiedEmail: string | null;
  /** The brand has no customer yet, so the owner's password is asked for before the contacts. */
  isFirstCustomer: boolean;
}

export interface WizardState {
  step: Step;
  details: Details;
  secrets: Secrets;
  /** The last password estimate; null before the first one. */
  estimate: PasswordEstimate | null;
  planId: string | null;
  /** The step at which the purchase starts; null for its first step. */
  purchaseStep: PurchaseStep | null;
  /** Fields that lost the focus once, so that their errors are shown. */
  touched: readonly Field[];
  /** The server's errors by field, until the field is changed. */
  refusals: Readonly<Partial<Record<Field, string>>>;
  /** The server's error that belongs to no field. */
  refusal: string | null;
  /** The step to continue to once this step's missing values are entered; null to continue in order. */
  returnTo: Step | null;
  /** Whether the wizard started with stored details, so that the visitor may have entered a password before. */
  isRestored: boolean;
}

export type WizardAction =
  | { type: 'edited'; field: Field; value: string }
  | { type: 'left'; field: Field }
  | { type: 'estimated'; estimate: PasswordEstimate }
  | { type: 'wentOn' }
  | { type: 'wentBack' }
  /** The browser's Back or Forward has opened the address of another step. */
  | { type: 'stepShown'; step: Step }
  | { type: 'planChosen'; planId: string }
  /** The plan and its price are removed (SIGN-44). */
  | { type: 'planCleared' }
  | { type: 'skipped' }
  | { type: 'startedOver' };

const isSecret = (field: Field): field is SecretField => field === 'password' || field === 'confirmPassword';
const isFieldStep = (step: Step): step is FieldStep => (fieldSteps as readonly string[]).includes(step);

/**
 * The steps before the plan, in order: the owner's password is last, or before the contacts for the first customer
 * (SIGN-40). A verified address needs no password.
 */
export function listSteps(
  { details }: Pick<WizardState, 'details'>,
  { verifiedEmail, isFirstCustomer }: Facts,
): readonly (FieldStep | 'plans')[] {
  const needsPassword = verifiedEmail === null || comparisonKey(verifiedEmail) !== comparisonKey(details.email);
  const others = fieldSteps.filter((step) => step !== 'owner');
  if (!needsPassword) return [...others, 'plans'];
  const before = others.indexOf('contacts');
  return isFirstCustomer
    ? [...others.slice(0, before), 'owner', ...others.slice(before), 'plans']
    : [...others, 'owner', 'plans'];
}

/** The errors of a step with its current values. */
export function stepProblems(
  { details, secrets, estimate }: Pick<WizardState, 'details' | 'secrets' | 'estimate'>,
  step: Step,
  facts: Facts,
): FieldProblems {
  return isFieldStep(step) ? validateStep(step, details, secrets, facts.companyId, estimate) : {};
}

const isComplete = (state: WizardState, step: Step, facts: Facts) =>
  Object.keys(stepProblems(state, step, facts)).length === 0;

/** The first incomplete step before `wanted`; undefined if all are complete. */
function lackingBefore(state: WizardState, wanted: Step, facts: Facts): Step | undefined {
  const steps = listSteps(state, facts);
  const isLast = wanted === 'purchase' || wanted === 'skip';
  return steps.slice(0, isLast ? steps.length : steps.indexOf(wanted)).find((step) => !isComplete(state, step, facts));
}

/** Whether everything required before the plans is filled in, except the password. */
export function isReadyForPlans(state: WizardState, facts: Facts): boolean {
  return listSteps(state, facts).every((step) => step === 'owner' || isComplete(state, step, facts));
}

/**
 * The step to show instead of `wanted`: the first incomplete one before it, if any. Every visitor may see the plans.
 * Missing details are requested before the purchase, including a password, which a reload deletes (SIGN-41).
 */
export function reachableStep(state: WizardState, wanted: Step, facts: Facts): Step {
  if (wanted === 'plans') return wanted;
  if (wanted === 'owner' && !listSteps(state, facts).includes(wanted)) return reachableStep(state, 'contacts', facts);
  const lacking = lackingBefore(state, wanted, facts);
  if (lacking) return lacking;
  return wanted === 'purchase' && state.planId === null ? 'plans' : wanted;
}

export interface Restored {
  details: Details;
  planId: string | null;
  /** The address that an external login had verified when these details were entered. */
  verifiedEmail?: string | null;
}

export interface Refused {
  fields: Readonly<Partial<Record<Field, string>>>;
  message: string | null;
  /** The step of the first error; null if no field has one. */
  step: Step | null;
  purchaseStep: PurchaseStep | null;
}

interface Opened {
  /** The step in the address; null if it has none. */
  wanted: Step | null;
  purchaseStep?: PurchaseStep | null;
  restored: Restored | null;
  refused: Refused | null;
}

/**
 * The initial state (SIGN-41): at the server's error, if any; at the plans with stored details; otherwise at the step
 * in the address.
 */
export function startWizard(facts: Facts, { wanted, purchaseStep = null, restored, refused }: Opened): WizardState {
  const state: WizardState = {
    step: 'email',
    details: restored?.details ?? emptyDetails,
    secrets: emptySecrets,
    estimate: null,
    planId: restored?.planId ?? null,
    purchaseStep: refused ? refused.purchaseStep : purchaseStep,
    touched: [],
    refusals: refused?.fields ?? {},
    refusal: refused?.message ?? null,
    returnTo: null,
    isRestored: restored !== null,
  };
  if (refused?.step) return moveTo(state, refused.step, facts);
  if (wanted && wanted !== 'email') return moveTo(state, wanted, facts);
  if (!restored) return state;
  return moveTo(state, isReadyForPlans(state, facts) ? 'plans' : 'additional', facts);
}

/** Shows the wanted step, or the step that must be completed first and then continues to the wanted one. */
function moveTo(state: WizardState, wanted: Step, facts: Facts): WizardState {
  const step = reachableStep(state, wanted, facts);
  const isAskedAgain = step !== wanted && (wanted === 'purchase' || wanted === 'skip') && step !== 'plans';
  return { ...state, step, returnTo: isAskedAgain ? wanted : null };
}

function neighbor(state: WizardState, facts: Facts, distance: 1 | -1): Step {
  const steps = listSteps(state, facts);
  if (state.step === 'purchase' || state.step === 'skip') return 'plans';
  return steps[steps.indexOf(state.step) + distance] ?? state.step;
}

function edit(state: WizardState, field: Field, value: string): WizardState {
  const { [field]: _told, ...refusals } = state.refusals;
  // Errors of the purchase stay visible while the password is entered again.
  if (isSecret(field)) return { ...state, secrets: { ...state.secrets, [field]: value }, refusals };
  return { ...state, details: changeDetails(state.details, field as DetailField, value), refusals, refusal: null };
}

function goOn(state: WizardState, facts: Facts): WizardState {
  const { step, touched } = state;
  if (!isFieldStep(step)) return state;
  const isRefused = stepFields[step].some((field) => state.refusals[field]);
  if (isRefused || !isComplete(state, step, facts)) {
    return { ...state, touched: [...new Set([...touched, ...stepFields[step]])] };
  }
  const next = state.returnTo ?? neighbor(state, facts, 1);
  // A general server error stays until something is changed or left.
  const refusal = state.returnTo === null ? null : state.refusal;
  return { ...moveTo(state, next, facts), refusal };
}

/** The wizard up to the purchase, as a pure reducer. */
export function reduceWizard(state: WizardState, action: WizardAction, facts: Facts): WizardState {
  switch (action.type) {
    case 'edited':
      return edit(state, action.field, action.value);
    case 'left':
      return state.touched.includes(action.field) ? state : { ...state, touched: [...state.touched, action.field] };
    case 'estimated':
      return { ...state, estimate: action.estimate };
    case 'wentOn':
      return goOn(state, facts);
    case 'wentBack':
      return moveTo(state, neighbor(state, facts, -1), facts);
    case 'stepShown':
      return state.step === action.step ? state : moveTo(state, action.step, facts);
    case 'planChosen':
      return moveTo({ ...state, planId: action.planId, purchaseStep: null, refusal: null }, 'purchase', facts);
    case 'planCleared':
      return { ...state, planId: null, step: 'plans', returnTo: null };
    case 'skipped':
      return moveTo({ ...state, planId: null }, 'skip', facts);
    case 'startedOver':
      return startWizard(facts, { wanted: null, restored: null, refused: null });
  }
}
