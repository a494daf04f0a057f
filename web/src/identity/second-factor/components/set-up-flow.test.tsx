import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { SetUpFlow, type SetUpFlowProps } from './set-up-flow.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const answers: Record<string, () => Response> = {};
const onDone = vi.fn();
const bodyOf = (call: number) => JSON.parse(String(fetched.mock.calls[call]?.[1]?.body));
const urls = () => fetched.mock.calls.map(([url]) => url).filter((url) => url !== '/api/MFA');

const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];

beforeEach(() => {
  fetched.mockReset();
  onDone.mockReset();
  fetched.mockImplementation(async (url) => answers[url]?.() ?? answer(404, { code: 'NotFound' }));
  vi.stubGlobal('fetch', fetched);
  Object.assign(answers, {
    '/api/MFA/Authenticator': () =>
      answer(200, { authenticatorUri: 'otpauth://totp/Veriscan:ada?secret=ABCDEFGH', sharedKey: 'ABCD EFGH' }),
    '/api/MFA/Authenticator/Enable': () => answer(200, { recoveryCodes: codes }),
    '/api/MFA/Email/SendCode': () => answer(200, { blockedTo: new Date(Date.now() + 60_000).toISOString() }),
    '/api/MFA/Email/Enable': () => answer(200, { recoveryCodes: null }),
  });
});

function setUp(props: Partial<SetUpFlowProps> = {}) {
  renderUi(
    <SetUpFlow
      methods={['Authenticator', 'Email', 'Phone']}
      known={{ email: 'ada@acme.example', phone: '' }}
      onDone={onDone}
      {...props}
    />,
  );
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('continues only after a method is selected', async () => {
  setUp();
  await press('Next');
  expect(screen.getByRole('alert').textContent).toBe('No selected provider');
  await userEvent.click(screen.getByRole('radio', { name: /^Email/ }));
  await press('Next');
  expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Back' }))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Email address/ }).value).toBe('ada@acme.example');
  await press('Back');
  expect(screen.getByRole('radio', { name: /^Authenticator/ })).toBeDefined();
  expect(fetched).not.toHaveBeenCalled();
});

it('names the authenticator first, and explains the risks of text messages', async () => {
  setUp();
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
    'Authenticator',
    'Email',
    'Phone',
  ]);
  await userEvent.click(screen.getByRole('radio', { name: /^Phone/ }));
  await press('Next');
  expect(screen.getByText(/An authenticator is safer/)).toBeDefined();
});

it('enables an authenticator and shows the recovery codes before it finishes', async () => {
  setUp({ start: 'Authenticator' });
  expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull();
  expect(await screen.findByRole('img', { name: 'QR code for your authenticator' })).toBeDefined();
  expect(screen.getByText('ABCD EFGH')).toBeDefined();
  await userEvent.type(screen.getByRole('textbox', { name: /Code/ }), '123');
  await press('Enable');
  expect(screen.getByRole('textbox', { description: /Length should be 6/ })).toBeDefined();
  expect(urls()).toEqual(['/api/MFA/Authenticator']);
  await userEvent.type(screen.getByRole('textbox', { name: /Code/ }), '456');
  await press('Enable');
  const list = await screen.findByRole('region', { name: 'Recovery codes' });
  expect(within(list).getByText('aaaa-bbbb-cccc-dddd')).toBeDefined();
  expect(onDone).not.toHaveBeenCalled();
  await press('I have saved them');
  expect(onDone).toHaveBeenCalledOnce();
});

it("accepts a pasted code with a space, and shows the server's error at the field", async () => {
  answers['/api/MFA/Authenticator/Enable'] = () =>
    answer(422, { code: 'InvalidCode', message: 'This code is wrong.', requestId: '' });
  setUp({ start: 'Authenticator' });
  await screen.findByText('ABCD EFGH');
  await userEvent.click(screen.getByRole('textbox', { name: /Code/ }));
  await userEvent.paste('123 456');
  await press('Enable');
  expect(await screen.findByRole('textbox', { description: /This code is wrong\./ })).toBeDefined();
  expect(bodyOf(1)).toEqual({ code: '123456' });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Code/ }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Code/ }).value).toBe('123456');
});

it('sends a code to an address, counts down to the next one, and enables the address', async () => {
  setUp({ start: 'Email' });
  await press('Send code');
  expect(await screen.findByText(/A code is on its way to ada@acme.example/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Send again in \d+ s/ }).disabled).toBe(true);
  await userEvent.type(screen.getByRole('textbox', { name: /Code/ }), '654321');
  await press('Enable');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(urls()).toEqual(['/api/MFA/Email/SendCode', '/api/MFA/Email/Enable']);
  expect(bodyOf(1)).toEqual({ email: 'ada@acme.example', code: '654321' });
});

it('requires another code for another address', async () => {
  setUp({ start: 'Email' });
  await press('Send code');
  await screen.findByText(/A code is on its way/);
  await userEvent.type(screen.getByRole('textbox', { name: /Email address/ }), 'x');
  expect(screen.queryByRole('textbox', { name: /Code/ })).toBeNull();
});
