import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activate } from '../../../lib/locale.ts';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { messages as french } from '../../../locales/sign-up/fr.po';
import { showAt } from '../../../test/address.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { makeSignUp } from '../../../test/sign-up.ts';
import { type Details, emptyDetails, type FieldStep } from '../model/details.ts';
import { type Facts, type Refused, startWizard } from '../model/wizard.ts';
import { useSubmission } from '../use-submission.ts';
import { useWizard } from '../use-wizard.ts';
import { LaterStep } from './step-content.tsx';
import { SubmissionProvider } from './submission-context.ts';
import { WizardProvider } from './wizard-context.ts';
import { WizardStep } from './wizard-step.tsx';

const facts: Facts = { companyId: 1, verifiedEmail: null, isFirstCustomer: false };
const filledIn: Details = {
  ...emptyDetails,
  email: 'avery@harbor.example',
  organization: 'Harbor Hotels',
  firstName: 'Avery',
  lastName: 'Stone',
  country: 'US',
  state: 'WA',
  industry: 'hospitality',
};

interface Opened {
  details?: Partial<Details>;
  refused?: Refused;
}

/** The wizard at one of its steps, with the previous steps filled in. */
function Wizard({ step, details, refused }: Opened & { step: FieldStep }) {
  const restored = { details: { ...filledIn, ...details }, planId: null };
  const { state, dispatch } = useWizard(facts, () => ({
    ...startWizard(facts, { wanted: step, restored, refused: refused ?? null }),
    step,
  }));
  const submission = useSubmission(state, facts);
  const shown = state.step === 'plans' || state.step === 'purchase' || state.step === 'skip' ? null : state.step;
  return (
    <WizardProvider value={{ state, dispatch, facts }}>
      <SubmissionProvider value={submission}>
        {shown ? <WizardStep step={shown} /> : <h1>Choose your plan</h1>}
      </SubmissionProvider>
    </WizardProvider>
  );
}

async function open(step: FieldStep, opened: Opened = {}): Promise<void> {
  showAt(step === 'email' ? '/SignUp' : `/signUpNext?step=${step}`);
  await LaterStep.preload();
  await act(async () => renderUi(<Wizard step={step} {...opened} />));
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const leave = (name: RegExp) => fireEvent.blur(field(name));
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const goOn = () => act(async () => screen.getByRole('button', { name: 'Continue' }).click());
const problemOf = (name: RegExp) => {
  const control = field(name);
  if (control.getAttribute('aria-invalid') !== 'true') return undefined;
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(ids[0] ?? '')?.textContent;
};

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer(200, {})),
  );
  vi.stubGlobal('scrollTo', vi.fn());
  replacePreloaded({ signUp: makeSignUp(), links: { knowledgeBase: null, contact: null } });
});
afterEach(() => showAt('/'));

describe('the address', () => {
  it('shows an error on blur, and continues once the address is valid', async () => {
    await open('email', { details: { email: '' } });
    type(/Work email/, 'avery@');
    expect(problemOf(/Work email/)).toBeUndefined();
    leave(/Work email/);
    expect(problemOf(/Work email/)).toBe('Please input email');
    type(/Work email/, 'avery@harbor.example');
    expect(problemOf(/Work email/)).toBeUndefined();
    await goOn();
    expect(heading()).toBe('Who are you?');
  });

  it('shows a button for each external login, which keeps brand and product', async () => {
    replacePreloaded({
      signUp: makeSignUp(),
      externalProviders: [{ name: 'google', displayName: 'Google' }],
    });
    showAt('/signUp/harbor?product=desktop');
    await act(async () => renderUi(<Wizard step="email" />));
    const button = screen.getByRole('button', { name: 'Continue with Google' });
    const action = new URL(button.closest('form')?.action ?? '', location.origin);
    expect(Object.fromEntries(action.searchParams)).toMatchObject({
      handler: 'External',
      companyName: 'harbor',
      product: 'desktop',
    });
    expect(button.querySelector('svg')).not.toBeNull();
  });
});

describe('the name', () => {
  it('rejects empty names at their fields, and focuses the first field', async () => {
    await open('main', { details: { organization: '', firstName: ' ', lastName: '' } });
    await goOn();
    for (const [name, label] of [
      [/Organization/, 'Organization'],
      [/First name/, 'First name'],
      [/Last name/, 'Last name'],
    ] as const)
      expect(problemOf(name)).toBe(`The ${label} field is required`);
    await vi.waitFor(() => expect(document.activeElement).toBe(field(/Organization/)), 20_000);
    expect(heading()).toBe('Who are you?');
  });

  it('keeps all of a pasted text that is too long, and shows that it is too long', async () => {
    await open('main');
    const long = 'Harbor '.repeat(40);
    type(/Organization/, long);
    leave(/Organization/);
    expect(field(/Organization/).value).toBe(long);
    expect(problemOf(/Organization/)).toBe('The Organization field should have at most 200 characters.');
    await goOn();
    expect(heading()).toBe('Who are you?');
  });

  it('continues to the contacts, and returns to the address', async () => {
    await open('main');
    await goOn();
    expect(heading()).toBe('How can we reach you?');
    for (const _ of ['main', 'email']) await act(async () => screen.getByRole('button', { name: 'Back' }).click());
    expect(heading()).toBe('Start with your work email');
    expect(field(/Work email/).value).toBe('avery@harbor.example');
  });
});

describe('the contacts', () => {
  it('returns the number with the chosen dial code, and requires nothing', async () => {
    await open('contacts');
    fireEvent.change(screen.getByLabelText('Dial code'), { target: { value: 'FR' } });
    type(/^Phone/, '1 23 45 67 89');
    expect(screen.getByLabelText<HTMLSelectElement>('Dial code').value).toBe('FR');
    await goOn();
    expect(heading()).toBe('About your business');
    await act(async () => screen.getByRole('button', { name: 'Back' }).click());
    expect(field(/^Phone/).value).toBe('1 23 45 67 89');
  });
});

describe('the business', () => {
  it('disables the state until a country is chosen, and clears the state when the country changes', async () => {
    await open('additional', { details: { country: '', state: '' } });
    expect(field(/State or province/).disabled).toBe(true);
    type(/Country/, 'US');
    type(/^State/, 'WA');
    type(/Country/, 'CA');
    expect(field(/Province/).value).toBe('');
    await goOn();
    expect(problemOf(/Province/)).toBe('The Province field is required');
    type(/Country/, 'FR');
    expect(screen.queryByLabelText(/State|Province/)).toBeNull();
  });

  it("lists the industries in the order of the language, with 'other' last", async () => {
    activate('fr', french);
    await open('additional');
    const options = [...screen.getByLabelText<HTMLSelectElement>(/^Secteur/).options].slice(1);
    activate('en');
    const labels = options.map(({ text }) => text);
    expect(labels.slice(0, 3)).toEqual(['Automobile', 'Cannabis', 'Commerce de détail']);
    expect(labels.slice(0, -1)).toEqual(labels.slice(0, -1).toSorted((a, b) => a.localeCompare(b, 'fr')));
    expect(options.at(-1)?.value).toBe('other');
  });

  it('asks for the name of an unlisted industry, and in one industry for the point of sale', async () => {
    await open('additional');
    type(/^Industry/, 'other');
    type(/Other industry/, 'Harbors 2');
    leave(/Other industry/);
    expect(problemOf(/Other industry/)).toBe('Allowed symbols: &, letters or whitespaces');
    type(/^Industry/, 'cannabis');
    expect(screen.queryByLabelText(/Other industry/)).toBeNull();
    type(/point-of-sale/, 'Dutchie');
    expect(localStorage.getItem('portico.signUp.pointOfSale')).toBe('Dutchie');
  });
});

describe('the owner’s password', () => {
  const confirm = /Confirm password/;
  const password = /^Password/;

  it('shows the strength of the password while it is typed, and why it is weak', async () => {
    await open('owner');
    type(password, 'Harbor2026!');
    expect(await screen.findByText('Easy to guess')).toBeTruthy();
    expect(problemOf(password)).toBeUndefined();
    leave(password);
    expect(problemOf(password)).toMatch(/^This password is easy to guess: it is made of your name/);
    type(password, 'Tall-lantern-4711');
    expect(await screen.findByText(/^(Very hard|Hard) to guess$/)).toBeTruthy();
    expect(problemOf(password)).toBeUndefined();
  });

  it('rejects weak passwords, passwords that miss the rule, and two that differ, before anything is sent', async () => {
    await open('owner');
    for (const [typed, again, problem] of [
      ['Harbor2026!', 'Harbor2026!', /easy to guess/],
      ['tall-lantern', 'tall-lantern', /does not meet the rule/],
    ] as const) {
      type(password, typed);
      type(confirm, again);
      await goOn();
      await vi.waitFor(() => expect(problemOf(password)).toMatch(problem), 20_000);
      expect(heading()).toBe('Choose your password');
    }
    type(password, 'Tall-lantern-4711');
    type(confirm, 'Tall-lantern-4712');
    await goOn();
    await vi.waitFor(() => expect(problemOf(confirm)).toBe('passwords do not match'), 20_000);
    type(confirm, 'Tall-lantern-4711');
    await goOn();
    await vi.waitFor(() => expect(heading()).toBe('Choose your plan'), 20_000);
    expect(JSON.stringify({ ...localStorage })).not.toContain('lantern');
  });
});

describe.each([
  ['email', /Work email/, 'email'],
  ['main', /Organization/, 'organization'],
  ['contacts', /^Phone/, 'phone'],
  ['additional', /Purchase order/, 'orderNumber'],
  ['owner', /^Password/, 'password'],
] as const)('an error of the server at the step %s', (step, name, refusedField) => {
  it('stays at its field until the value is changed, and blocks the step', async () => {
    const refused = {
      fields: { [refusedField]: `The ${refusedField} field: the server says no` },
      message: null,
      step,
      purchaseStep: null,
    };
    await open(step, { refused });
    // The label is shown instead of the field's name.
    const label = problemOf(name)?.replace(/^The | field: the server says no$/g, '') ?? '';
    expect(label).toMatch(name);
    const message = screen.getByText(/the server says no/).closest('p') as HTMLElement;
    expect(message.querySelector('svg')).not.toBeNull();
    const before = heading();
    await goOn();
    expect(heading()).toBe(before);
    type(name, 'Tall-lantern-4711@x.example');
    expect(problemOf(name) ?? '').not.toContain('the server says no');
  });
});

it('shows every screen before the purchase in its progress, the password included', async () => {
  await open('owner');
  const bar = within(screen.getByRole('navigation', { name: 'Steps of the sign-up' }));
  const names = bar.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names).toEqual(['Email', 'About you', 'Contacts', 'Business', 'Password', 'Plan']);
  expect(bar.getByText('Step 5 of 6')).toBeTruthy();
});

it('shows a server error that belongs to no field above the step', async () => {
  const refused = { fields: {}, message: 'Not now', step: null, purchaseStep: null };
  await open('main', { refused });
  expect(within(screen.getByRole('alert')).getByText('Not now')).toBeTruthy();
});

it('counts down on every step while registering is blocked', async () => {
  replacePreloaded({ signUp: makeSignUp({ blockedTo: new Date(Date.now() + 30_000).toISOString() }) });
  await open('main');
  expect(screen.getByRole('timer').textContent).toMatch(/^Please wait (29|30) seconds before registration$/);
});
