import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../../lib/notify.tsx';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { showAt } from '../../test/address.ts';
import { answer, renderUi } from '../../test/render.tsx';
import { makeSignUp } from '../../test/sign-up.ts';
import { BlockedNote } from './components/blocked-note.tsx';
import { SubmissionForm } from './components/submission-form.tsx';
import { emptyDetails } from './model/details.ts';
import type { SubmittedPurchase } from './model/submission.ts';
import { startWizard } from './model/wizard.ts';
import { useSubmission } from './use-submission.ts';

const facts = { companyId: 1, verifiedEmail: null, isFirstCustomer: false };
const state = {
  ...startWizard(facts, { wanted: null, restored: null, refused: null }),
  details: { ...emptyDetails, email: 'avery@harbor.example' },
  secrets: { password: 'Tall-harbor-41', confirmPassword: 'Tall-harbor-41' },
};
const purchase: SubmittedPurchase = {
  items: [{ subscriptionPlanId: 'professional', priceId: 'professional-yearly', quantity: 3 }],
  paymentMethodId: 'pm_1',
};

/** The last step of the wizard. */
function LastStep({ bought }: { bought: SubmittedPurchase | null }) {
  const { submit, isBlocked, isWaiting, isBusy, secondsLeft, error, formProps } = useSubmission(state, facts);
  return (
    <>
      <button type="button" onClick={() => void submit(bought)}>
        Register
      </button>
      {isBlocked && <BlockedNote secondsLeft={secondsLeft} isWaiting={isWaiting} isBusy={isBusy} />}
      {error && <p role="alert">{error}</p>}
      <SubmissionForm {...formProps} />
    </>
  );
}

const posts = () => HTMLFormElement.prototype.submit as unknown as ReturnType<typeof vi.fn>;
const timer = () => screen.queryByRole('timer')?.textContent;
/** In small steps, because components start timers in between. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds * 1000; left >= 0; left -= 500)
    await act(() => vi.advanceTimersByTimeAsync(Math.min(500, left)));
}
const press = async () => {
  await act(async () => screen.getByText('Register').click());
  await pass(0);
};
const postedFields = () => Object.fromEntries(new FormData(document.querySelector('form') as HTMLFormElement));

/** Sets the server's responses about blocks, in seconds. */
function serveBlocks(...blocks: number[]) {
  serveWaits(false, ...blocks);
}

function serveWaits(isBusy: boolean, ...blocks: number[]) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => {
      const secondsLeft = blocks.shift() ?? 0;
      return answer(200, {
        blockedTo: secondsLeft ? new Date(Date.now() + secondsLeft * 1000) : null,
        secondsLeft,
        isBusy,
      });
    }),
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
  replacePreloaded({ signUp: makeSignUp() });
});
afterEach(() => showAt('/'));

it('shows a failed captcha beside the button, and as a toast for 5 seconds', async () => {
  const error = vi.spyOn(notify, 'error').mockImplementation(() => {});
  replacePreloaded({ signUp: makeSignUp({ captcha: { kind: 'altcha', key: null } }) });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer(503, { code: 'Unavailable', message: 'Later', requestId: 'r' })),
  );
  renderUi(<LastStep bought={purchase} />);
  await press();
  const words = 'Recaptcha validation error. Please, reload the page.';
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words));
  expect(error).toHaveBeenCalledExactlyOnceWith(words, { duration: 5000, repeatsAlert: true });
  expect(posts()).not.toHaveBeenCalled();
});

describe.each([
  ['/skip', null],
  ['/confirm', purchase],
  ['/customizePlan', purchase],
])('a form posted from %s', (path, bought) => {
  beforeEach(() => showAt(path));

  it('is posted 50 ms after the captcha', async () => {
    serveBlocks(0);
    renderUi(<LastStep bought={bought} />);
    await press();
    await pass(0.04);
    expect(posts()).not.toHaveBeenCalled();
    await pass(0.02);
    expect(posts()).toHaveBeenCalledOnce();
    expect(postedFields()).toMatchObject({ email: 'avery@harbor.example', password: 'Tall-harbor-41' });
  });

  it('is posted with the newest anti-forgery token, which is read again each second', async () => {
    localStorage.setItem('antiForgeryToken', 'old');
    serveBlocks(3, 0);
    renderUi(<LastStep bought={bought} />);
    await press();
    localStorage.setItem('antiForgeryToken', 'newest');
    await pass(4);
    expect(posts()).toHaveBeenCalledOnce();
    expect(postedFields().__RequestVerificationToken).toBe('newest');
    localStorage.clear();
  });

  it('is not posted while registering is blocked, shows a countdown, and is posted completely at zero', async () => {
    serveBlocks(59, 0);
    renderUi(<LastStep bought={bought} />);
    await press();
    expect(timer()).toMatch(/^You pressed the button too fast, please wait 59 sec\./);
    await pass(30);
    expect(timer()).toMatch(/please wait 29 sec\./);
    expect(posts()).not.toHaveBeenCalled();
    await pass(30);
    expect(timer()).toBeUndefined();
    expect(posts()).toHaveBeenCalledOnce();
    expect(postedFields().password).toBe('Tall-harbor-41');
    expect(postedFields()['Purchase.PaymentMethodId']).toBe(bought ? 'pm_1' : undefined);
  });

  it('waits again if registering is blocked again', async () => {
    serveBlocks(5, 7, 0);
    renderUi(<LastStep bought={bought} />);
    await press();
    await pass(6);
    expect(timer()).toMatch(/please wait [67] sec\./);
    expect(posts()).not.toHaveBeenCalled();
    await pass(8);
    expect(posts()).toHaveBeenCalledOnce();
  });

  it('is not posted if the visitor has moved to another step', async () => {
    serveBlocks(5, 0);
    renderUi(<LastStep bought={bought} />);
    await press();
    act(() => showAt('/plans'));
    await pass(10);
    expect(posts()).not.toHaveBeenCalled();
  });
});

it('counts down the block that came with the page, and posts the requested form at zero', async () => {
  serveBlocks(0);
  replacePreloaded({ signUp: makeSignUp({ blockedTo: new Date(Date.now() + 20_000).toISOString() }) });
  renderUi(<LastStep bought={null} />);
  expect(timer()).toBe('Please wait 20 seconds before registration');
  await press();
  expect(fetch).not.toHaveBeenCalled();
  await pass(21);
  expect(posts()).toHaveBeenCalledOnce();
});

it('reports that the form cannot be sent, keeps the input, and posts the form at the next press', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Promise.reject(new TypeError('offline'))),
  );
  renderUi(<LastStep bought={purchase} />);
  await press();
  expect(screen.getByRole('alert').textContent).toBe('The request was made but no response was received');
  serveBlocks(0);
  await press();
  await pass(1);
  expect(posts()).toHaveBeenCalledOnce();
});

it('shows that the form waits for other registrations, and then posts it completely', async () => {
  serveWaits(true, 4, 3, 0);
  renderUi(<LastStep bought={purchase} />);
  await press();
  expect(timer()).toBe('Many people are registering just now. We go on by ourselves in 4 seconds.');
  await pass(5);
  expect(timer()).toMatch(/^Many people are registering just now\./);
  expect(posts()).not.toHaveBeenCalled();
  await pass(4);
  expect(posts()).toHaveBeenCalledOnce();
  expect(postedFields()).toMatchObject({ password: 'Tall-harbor-41', 'Purchase.PaymentMethodId': 'pm_1' });
});

it('waits for other registrations if the portal is too busy to answer', async () => {
  const busy = answer(503, { code: 'Unavailable', message: 'Busy', requestId: 'r' }, { 'retry-after': '2' });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => busy),
  );
  renderUi(<LastStep bought={purchase} />);
  await press();
  expect(timer()).toBe('Many people are registering just now. We go on by ourselves in 2 seconds.');
  expect(screen.queryByRole('alert')).toBeNull();
  serveBlocks(0);
  await pass(3);
  expect(posts()).toHaveBeenCalledOnce();
});
