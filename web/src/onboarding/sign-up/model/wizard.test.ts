// @vitest-environment happy-dom
import { industries } from '@portico/contract/browser';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Details,
  emptyDetails,
  emptySecrets,
  type Field,
  type Secrets,
  type Step,
  stepFields,
} from './details.ts';
import { restoreDetails, storeDetails } from './kept-details.ts';
import { submissionFields } from './submission.ts';
import {
  type Facts,
  isReadyForPlans,
  reduceWizard,
  startWizard,
  stepProblems,
  type WizardAction,
  type WizardState,
} from './wizard.ts';

const facts: Facts = { companyId: 1, verifiedEmail: null, isFirstCustomer: false };
const wanted: Details = {
  ...emptyDetails,
  email: 'avery.stone@acme.example',
  organization: 'Acme Security',
  firstName: 'Avery',
  lastName: 'Stone',
  phone: '+1 206 555 0100',
  comments: 'Two sites',
  country: 'US',
  state: 'WA',
  industry: 'other',
  otherIndustry: 'Harbors & ferries',
  orderNumber: 'PO-7',
};
const secrets: Secrets = { password: 'Tall-harbor-41', confirmPassword: 'Tall-harbor-41' };
const all: Record<Field, string> = { ...wanted, ...secrets };

const begin = (): WizardState => startWizard(facts, { wanted: null, restored: null, refused: null });
const run = (state: WizardState, ...actions: WizardAction[]) =>
  actions.reduce((now, action) => reduceWizard(now, action, facts), state);
const typed = (step: keyof typeof stepFields): WizardAction[] =>
  stepFields[step].map((field) => ({ type: 'edited', field, value: all[field] }));

/** Fills in each shown step until the purchase. */
function finish(state: WizardState): WizardState {
  let now = state;
  for (let steps = 0; now.step !== 'purchase' && steps < 20; steps += 1) {
    now =
      now.step === 'plans' || now.step === 'skip'
        ? run(now, { type: 'planChosen', planId: 'professional' })
        : run(now, ...typed(now.step), { type: 'wentOn' });
  }
  return now;
}

/** The data that remains after a reload: the stored details and the address. */
function reload(state: WizardState): WizardState {
  storeDetails('key', 1, state);
  const restored = restoreDetails('key', 1);
  return startWizard(facts, { wanted: state.step, restored, refused: null });
}

const submissionOf = ({ details, secrets: typedSecrets, planId }: WizardState) => ({
  planId,
  fields: submissionFields({ companyId: 1, details, secrets: typedSecrets, purchase: null, captchaToken: 't' }),
});

beforeEach(() => localStorage.clear());

describe('the steps', () => {
  it.each([
    [false, ['email', 'main', 'contacts', 'additional', 'owner']],
    [true, ['email', 'main', 'owner', 'contacts', 'additional']],
  ])(
    'are in order; the first customer of a brand enters the password before the contacts: %s',
    (isFirstCustomer, order) => {
      const seen: Step[] = [];
      let state = begin();
      while (state.step !== 'plans') {
        const { step } = state;
        seen.push(step);
        const actions: WizardAction[] = [...typed(step as 'email'), { type: 'wentOn' }];
        state = actions.reduce((now, action) => reduceWizard(now, action, { ...facts, isFirstCustomer }), state);
      }
      expect(seen).toEqual(order);
    },
  );

  it("omit the password's step for visitors from an external login", () => {
    const google = { ...facts, verifiedEmail: wanted.email };
    const state = { ...begin(), step: 'main' as const, details: wanted };
    expect(reduceWizard(state, { type: 'wentOn' }, google).step).toBe('contacts');
  });

  it('ask for a password if the visitor has changed the address from the external login', () => {
    const google = { ...facts, verifiedEmail: 'Avery.Stone@acme.example' };
    const changed = { ...wanted, email: 'avery@harbor.example' };
    const after = (details: Details) =>
      reduceWizard({ ...begin(), step: 'additional' as const, details }, { type: 'wentOn' }, google).step;
    expect(after(wanted)).toBe('plans');
    expect(after(changed)).toBe('owner');
    const refused = { fields: { password: 'Required' }, message: null, step: 'owner' as const, purchaseStep: null };
    const state = startWizard(google, { wanted: null, restored: { details: changed, planId: null }, refused });
    expect(state.step).toBe('owner');
  });

  it('stay the same and show the errors if a value is missing', () => {
    const state = run(begin(), { type: 'wentOn' });
    expect(state).toMatchObject({ step: 'email', touched: ['email'] });
  });

  it('show the first incomplete step instead of a later one', () => {
    expect(run(begin(), { type: 'stepShown', step: 'additional' }).step).toBe('email');
    const state = startWizard(facts, { wanted: 'plans', restored: { details: wanted, planId: null }, refused: null });
    expect(state.step).toBe('plans');
  });

  it('show the plans to every visitor, and ask for missing values once a plan is chosen', () => {
    let state = startWizard(facts, { wanted: 'plans', restored: null, refused: null });
    expect(state.step).toBe('plans');
    expect(isReadyForPlans(state, facts)).toBe(false);
    expect(run(state, { type: 'wentBack' }).step).toBe('email');
    state = run(state, { type: 'planChosen', planId: 'professional' });
    for (const step of ['email', 'main', 'contacts', 'additional', 'owner'] as const) {
      // The contacts are optional.
      if (step === 'contacts') continue;
      expect(state).toMatchObject({ step, returnTo: 'purchase', isRestored: false });
      state = run(state, ...typed(step), { type: 'wentOn' });
    }
    expect(state).toMatchObject({ step: 'purchase', planId: 'professional' });
  });

  it('start at the first incomplete step of stored details, or at the plans if they are complete', () => {
    const start = (details: Details) =>
      startWizard(facts, { wanted: 'email', restored: { details, planId: null }, refused: null }).step;
    expect(start(wanted)).toBe('plans');
    expect(start({ ...wanted, lastName: '' })).toBe('main');
    expect(start({ ...wanted, industry: '' })).toBe('additional');
  });

  it('ask for the password again before a restored purchase, and return to it', () => {
    const restored = { details: wanted, planId: 'professional' };
    const state = startWizard(facts, { wanted: 'purchase', restored, refused: null });
    expect(state).toMatchObject({ step: 'owner', returnTo: 'purchase' });
    expect(run(state, ...typed('owner'), { type: 'wentOn' }).step).toBe('purchase');
  });

  it('start at the step of the first error, and keep the error until the field is changed', () => {
    const restored = { details: wanted, planId: 'professional' };
    const refused = { fields: { firstName: 'Too long' }, message: null, step: 'main' as const, purchaseStep: null };
    const state = startWizard(facts, { wanted: 'email', restored, refused });
    expect(state).toMatchObject({ step: 'main', refusals: { firstName: 'Too long' } });
    expect(run(state, { type: 'wentOn' }).step).toBe('main');
    expect(run(state, { type: 'edited', field: 'firstName', value: 'Av' }).refusals).toEqual({});
  });

  it('return to the plans when the plan is cleared', () => {
    const state = run(finish(begin()), { type: 'planCleared' });
    expect(state).toMatchObject({ step: 'plans', planId: null });
  });
});

describe('the stored details', () => {
  it('contain neither the password nor its repetition', () => {
    storeDetails('key', 1, finish(begin()));
    expect(JSON.stringify({ ...localStorage })).not.toContain('Tall-harbor');
  });

  it('belong to one brand and are at most 30 days old', () => {
    storeDetails('key', 1, { details: wanted, planId: null }, 0);
    expect(restoreDetails('key', 2, 1)).toBeNull();
    expect(restoreDetails('key', 1, 31 * 86_400_000)).toBeNull();
    expect(restoreDetails('key', 1, 1)?.details.email).toBe(wanted.email);
  });

  it('are ignored if they cannot be read', () => {
    localStorage.setItem('portico.signUp.key', '{"savedAt":');
    expect(restoreDetails('key', 1)).toBeNull();
  });
});

const fields = Object.keys({ ...emptyDetails, ...emptySecrets }) as Field[];
const anyAction: fc.Arbitrary<WizardAction | 'reload'> = fc.oneof(
  fc.constant('reload' as const),
  fc.constantFrom<WizardAction>({ type: 'wentOn' }, { type: 'wentBack' }, { type: 'planCleared' }, { type: 'skipped' }),
  fc
    .constantFrom(...(['email', 'main', 'owner', 'contacts', 'additional', 'plans', 'purchase'] as const))
    .map((step): WizardAction => ({ type: 'stepShown', step })),
  fc.constantFrom(...fields).map((field): WizardAction => ({ type: 'edited', field, value: all[field] })),
  fc
    .tuple(fc.constantFrom(...fields), fc.constantFrom('', 'CA', 'FR', 'cannabis', 'x', 'secret-Typed-1'))
    .map(([field, value]): WizardAction => ({ type: 'edited', field, value })),
  fc.constant<WizardAction>({ type: 'planChosen', planId: 'basic' }),
);

/** The values that the visitor typed last. */
type Remembered = Pick<WizardState, 'details' | 'secrets' | 'planId'>;

function remember(before: Remembered, action: WizardAction | 'reload'): Remembered {
  if (action === 'reload') return { ...before, secrets: emptySecrets };
  if (action.type === 'planChosen') return { ...before, planId: action.planId };
  if (action.type === 'planCleared' || action.type === 'skipped') return { ...before, planId: null };
  if (action.type !== 'edited') return before;
  const { details, secrets: kept } = before;
  const { field } = action;
  // A select accepts only its options, and another country has other regions.
  const isUnknown = field === 'industry' && !(industries as readonly string[]).includes(action.value);
  const value = isUnknown ? '' : action.value;
  if (field === 'password' || field === 'confirmPassword') return { ...before, secrets: { ...kept, [field]: value } };
  const isMoved = field === 'country' && value !== details.country;
  return { ...before, details: { ...details, [field]: value, ...(isMoved && { state: '', province: '' }) } };
}

/** Visits all steps once more, and fills in missing fields. */
function lookOver(from: WizardState, remembered: Remembered): { state: WizardState; remembered: Remembered } {
  let now = run(from, { type: 'stepShown', step: 'email' });
  let latest = remembered;
  const act = (action: WizardAction) => {
    now = run(now, action);
    latest = remember(latest, action);
  };
  for (let steps = 0; now.step !== 'purchase' && steps < 20; steps += 1) {
    if (now.step === 'plans' || now.step === 'skip') act({ type: 'planChosen', planId: 'professional' });
    else {
      // Repeated, because some fields are required only after another field is filled in.
      for (let round = 0; round < 3; round += 1)
        for (const field of Object.keys(stepProblems(now, now.step, facts)) as Field[])
          act({
            type: 'edited',
            field,
            value: field === 'confirmPassword' ? now.secrets.password : all[field] || 'QC',
          });
      act({ type: 'wentOn' });
    }
  }
  return { state: now, remembered: latest };
}

/** The wizard after a visitor has filled in the same values in order. */
function typeStraight({ details, secrets: typedSecrets, planId }: Remembered): WizardState {
  const values: Record<Field, string> = { ...details, ...typedSecrets };
  let now = begin();
  for (let steps = 0; now.step !== 'purchase' && steps < 20; steps += 1) {
    const { step } = now;
    now =
      step === 'plans' || step === 'skip'
        ? run(now, { type: 'planChosen', planId: planId ?? '' })
        : run(
            now,
            ...stepFields[step as keyof typeof stepFields].map(
              (field): WizardAction => ({ type: 'edited', field, value: values[field] }),
            ),
            { type: 'wentOn' },
          );
  }
  return now;
}

describe('any sequence of next, back, reload and edit', () => {
  it('keeps the input, and results in the same submission as filling in everything in order', () => {
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 40 }), (actions) => {
        localStorage.clear();
        let state = begin();
        let remembered: Remembered = { details: emptyDetails, secrets: emptySecrets, planId: null };
        for (const action of actions) {
          state = action === 'reload' ? reload(state) : run(state, action);
          remembered = remember(remembered, action);
          expect(state).toMatchObject(remembered);
        }
        const end = lookOver(state, remembered);
        expect(end.state).toMatchObject({ step: 'purchase', ...end.remembered });
        expect(submissionOf(end.state)).toEqual(submissionOf(typeStraight(end.remembered)));
      }),
      { numRuns: 300 },
    );
  });

  it('never stores a password', () => {
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 40 }), (actions) => {
        localStorage.clear();
        let state = begin();
        for (const action of actions) {
          if (action !== 'reload' && action.type === 'edited' && action.value === 'secret-Typed-1') {
            state = run(state, { ...action, field: 'password' });
          } else state = action === 'reload' ? reload(state) : run(state, action);
          storeDetails('key', 1, state);
        }
        expect(JSON.stringify({ ...localStorage })).not.toMatch(/secret-Typed-1|Tall-harbor|password/i);
      }),
      { numRuns: 200 },
    );
  });
});
