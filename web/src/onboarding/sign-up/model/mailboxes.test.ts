import { expect, it } from 'vitest';
import { findMailboxes } from './mailboxes.ts';

it.each([
  ['mia@harborline.example', ['https://mail.google.com/', 'https://outlook.office.com/mail/']],
  ['mia@Gmail.com', ['https://mail.google.com/']],
  ['mia@hotmail.fr', ['https://outlook.live.com/mail/']],
  ['mia@yahoo.ca', []],
  ['mia@notgmail.com', ['https://mail.google.com/', 'https://outlook.office.com/mail/']],
])('opens the mailboxes of %s', (email, urls) => {
  expect(findMailboxes(email).map(({ url }) => url)).toEqual(urls);
});
