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
  fieldsOf,
  type SecretField,
  type Secrets,
  type Step,
} from './details.ts';
import { type FieldProblems, type PasswordEstimate, problemsOf } from './validation.ts';

/** What the wizard was opened with, and stays as it is. */
export interface Facts {
  companyId: number;
  /** The address for which a login elsewhere vouches, and which needs no password; null where none does. */
  verifiedEmail: string | null;
  /** The company has no customer yet: the owner's password is asked for before the contacts. */
  isFirstCustomer: boolean;
}

export interface WizardState {
  step: Step;
  details: Details;
  secrets: Secrets;
  /** Of the password that was estimated last; null before the first. */
  estimate: PasswordEstimate | null;
  planId: string | null;
  /** Where the purchase begins when it is entered; null: at its first step. */
  purchaseStep: PurchaseStep | null;
  /** Fields that were left once: what is wrong with them is told. */
  touched: readonly Field[];
  /** The server's words by field, until the field is changed. */
  refusals: Readonly<Partial<Record<Field, string>>>;
  /** The server's words about none of the fields. */
  refusal: string | null;
  /** Where the step leads, in place of the next one: something was asked for before that. */
  returnTo: Step | null;
  /** Whether it began with what was kept: then a password that is asked for was perhaps typed before. */
  isRestored: boolean;
}

export type WizardAction =
  | { type: 'edited'; field: Field; value: string }
  | { type: 'left'; field: Field }
  | { type: 'estimated'; estimate: PasswordEstimate }
  | { type: 'wentOn' }
  | { type: 'wentBack' }
  /** The address asks for a step: the browser's own Back and Forward. */
  | { type: 'stepShown'; step: Step }
  | { type: 'planChosen'; planId: string }
  /** The plan and its price are given up (SIGN-44). */
  | { type: 'planCleared' }
  | { type: 'skipped' }
  | { type: 'startedOver' };

const isSecret = (field: Field): field is SecretField => field === 'password' || field === 'confirmPassword';
const isFieldStep = (step: Step): step is FieldStep => (fieldSteps as readonly string[]).includes(step);

/**
 * The steps before the plan, in their order: the owner's password comes last, and for the first customer before the contacts (SIGN-40). Another address than the
 * verified one needs a password again.
 */
function stepsOf(
  { details }: Pick<WizardState, 'details'>,
  { verifiedEmail, isFirstCustomer }: Facts,
): readonly Step[] {
  const needsPassword = verifiedEmail?.toLowerCase() !== details.email.trim().toLowerCase();
  const others = fieldSteps.filter((step) => step !== 'owner');
  if (!needsPassword) return [...others, 'plans'];
  const before = others.indexOf('contacts');
  return isFirstCustomer
    ? [...others.slice(0, before), 'owner', ...others.slice(before), 'plans']
    : [...others, 'owner', 'plans'];
}

/** What is wrong in a step as it is filled in now. */
export function stepProblems(
  { details, secrets, estimate }: Pick<WizardState, 'details' | 'secrets' | 'estimate'>,
  step: Step,
  facts: Facts,
): FieldProblems {
  return isFieldStep(step) ? problemsOf(step, details, secrets, facts.companyId, estimate) : {};
}

const isComplete = (state: WizardState, step: Step, facts: Facts) =>
  Object.keys(stepProblems(state, step, facts)).length === 0;

/** The first step before another one that lacks something; undefined where none does. */
function lackingBefore(state: WizardState, wanted: Step, facts: Facts): Step | undefined {
  const steps = stepsOf(state, facts);
  const isLast = wanted === 'purchase' || wanted === 'skip';
  return steps.slice(0, isLast ? steps.length : steps.indexOf(wanted)).find((step) => !isComplete(state, step, facts));
}

/** Whether everything was told that is asked for before the plans, save for the password. */
export function isReadyForPlans(state: WizardState, facts: Facts): boolean {
  return stepsOf(state, facts).every((step) => step === 'owner' || isComplete(state, step, facts));
}

/**
 * The step to show where one is asked for: itself, or the first before it that lacks something. Anybody may look at the plans. What is lacking is asked for
 * before the purchase, and so is a password, which does not outlive a reload (SIGN-41).
 */
export function reachableStep(state: WizardState, wanted: Step, facts: Facts): Step {
  if (wanted === 'plans') return wanted;
  if (wanted === 'owner' && !stepsOf(state, facts).includes(wanted)) return reachableStep(state, 'contacts', facts);
  const lacking = lackingBefore(state, wanted, facts);
  if (lacking) return lacking;
  return wanted === 'purchase' && state.planId === null ? 'plans' : wanted;
}

export interface Restored {
  details: Details;
  planId: string | null;
  /** The address for which a login elsewhere vouched while this was typed. */
  verifiedEmail?: string | null;
}

export interface Refused {
  fields: Readonly<Partial<Record<Field, string>>>;
  message: string | null;
  /** The step of the first error; null where none of the fields is meant. */
  step: Step | null;
  purchaseStep: PurchaseStep | null;
}

interface Opened {
  /** The step in the address; null where it names none. */
  wanted: Step | null;
  purchaseStep?: PurchaseStep | null;
  restored: Restored | null;
  refused: Refused | null;
}

/**
 * How the wizard begins (SIGN-41): where the server refused something, there; with what was kept, at the plans; else at the step that the address names.
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

/** Shows a step, or what has to be filled in before; then that leads on to the step. */
function moveTo(state: WizardState, wanted: Step, facts: Facts): WizardState {
  const step = reachableStep(state, wanted, facts);
  const isAskedAgain = step !== wanted && (wanted === 'purchase' || wanted === 'skip') && step !== 'plans';
  return { ...state, step, returnTo: isAskedAgain ? wanted : null };
}

function neighbor(state: WizardState, facts: Facts, distance: 1 | -1): Step {
  const steps = stepsOf(state, facts);
  if (state.step === 'purchase' || state.step === 'skip') return 'plans';
  return steps[steps.indexOf(state.step) + distance] ?? state.step;
}

function edit(state: WizardState, field: Field, value: string): WizardState {
  const { [field]: _told, ...refusals } = state.refusals;
  // What was said of the purchase stays in sight while the password is typed again.
  if (isSecret(field)) return { ...state, secrets: { ...state.secrets, [field]: value }, refusals };
  return { ...state, details: changeDetails(state.details, field as DetailField, value), refusals, refusal: null };
}

function goOn(state: WizardState, facts: Facts): WizardState {
  const { step, touched } = state;
  if (!isFieldStep(step)) return state;
  const told = fieldsOf[step].some((field) => state.refusals[field]);
  if (told || !isComplete(state, step, facts)) {
    return { ...state, touched: [...new Set([...touched, ...fieldsOf[step]])] };
  }
  const next = state.returnTo ?? neighbor(state, facts, 1);
  // What the server said of all of it is told until something is changed or left.
  const refusal = state.returnTo === null ? null : state.refusal;
  return { ...moveTo(state, next, facts), refusal };
}

/** The whole wizard up to the purchase: pure. */
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
