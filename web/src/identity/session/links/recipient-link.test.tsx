import { paths } from '@portico/contract/browser';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { RecipientLink } from './recipient-link.tsx';

type Page = 'confirm' | 'leave';
const base = '/api/Billing/Recipients/Links';
const link = (kind: Page) => ({ kind, email: 'books@outside.example', accountName: 'Acme Security', language: 'en' });
const problem = (code: string) => ({ code, message: `words of ${code}`, requestId: 'r' });

let calls: string[];

/**
 * Opens the page of a mailed link.
 * @param answers the responses by the last word of the call's path
 */
function open(page: Page, answers: Record<string, () => Response> = {}, token = 'tok-1') {
  calls = [];
  const address = page === 'confirm' ? paths.confirmRecipient : paths.leaveRecipient;
  history.replaceState(null, '', `${address}?language=en${token && `#${token}`}`);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const what = url.slice(base.length + 1);
    calls.push(`${what} ${JSON.parse(String(init.body)).token}`);
    return (answers[what] ?? (() => answer(200, link(page))))();
  });
  renderUi(<RecipientLink page={page} />);
}

beforeEach(() => sessionStorage.clear());

describe('the page on which an address is confirmed', () => {
  it('shows the sender and the kind of mail, changes nothing until the button is pressed, and thanks the recipient', async () => {
    open('confirm');
    const button = await screen.findByRole('button', { name: 'Yes, mail them to me' });
    expect(document.body.textContent).toContain('Acme Security wants its invoices and receipts to be mailed to');
    expect(calls).toEqual(['Check tok-1']);
    expect(location.href).not.toContain('tok-1');
    await userEvent.click(button);
    expect(await screen.findByText('Your address is confirmed')).toBeTruthy();
    expect(calls).toEqual(['Check tok-1', 'Confirm tok-1']);
  });

  it.each([
    ['is too old', () => answer(410, problem('LinkExpired'))],
    ['is for leaving', () => answer(200, link('leave'))],
    ['has another form', () => answer(422, problem('ValidationError'))],
  ])('reports that the link does not work if it %s', async (_, check) => {
    open('confirm', { Check: check });
    expect(await screen.findByText('This link no longer works')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Yes, mail them to me' })).toBeNull();
  });

  it('reports without a request that an address without a token is incomplete', async () => {
    open('confirm', {}, '');
    expect(await screen.findByText('The address is incomplete')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('allows a retry if the portal did not answer', async () => {
    let tries = 0;
    const check = () => {
      tries += 1;
      return tries === 1 ? answer(503, problem('ServiceUnavailable')) : answer(200, link('confirm'));
    };
    open('confirm', { Check: check });
    await userEvent.click(await screen.findByRole('button', { name: /again/i }));
    expect(await screen.findByRole('button', { name: 'Yes, mail them to me' })).toBeTruthy();
  });
});

describe('the page on which mail ends', () => {
  it('ends mail with one press, and shows whom the recipient can ask for it again', async () => {
    open('leave');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop these emails' }));
    expect(await screen.findByText('You get no more email')).toBeTruthy();
    expect(document.body.textContent).toContain('ask the people at Acme Security');
    expect(calls).toEqual(['Check tok-1', 'Leave tok-1']);
  });

  it('shows a failure beside the button, and explains if the recipient was removed in the meantime', async () => {
    const answers = [answer(503, problem('ServiceUnavailable')), answer(410, problem('LinkExpired'))];
    open('leave', { Leave: () => answers.shift() ?? answer(200, link('leave')) });
    const button = await screen.findByRole('button', { name: 'Stop these emails' });
    await userEvent.click(button);
    expect((await screen.findByRole('alert')).textContent).toContain('words of ServiceUnavailable');
    await userEvent.click(screen.getByRole('button', { name: 'Stop these emails' }));
    expect(await screen.findByText('You were removed from the list: no more invoices are mailed to you.')).toBeTruthy();
  });
});
