import { z } from 'zod';
import { emailAddress } from './email-address.ts';
import { lineOfText, textBlock } from './values.ts';

/** A person's details, as saved by themselves or by an admin (USR-9, USR-21). */
export const personFields = {
  login: lineOfText(200, 1),
  email: emailAddress(),
  firstName: lineOfText(100, 1),
  lastName: lineOfText(100),
  phone: lineOfText(50),
  comments: textBlock(2_000),
};

const text = z.string().max(4_000);
/** The same fields in a form of a stored person. Only the changed ones are checked like `personFields` (USR-34). */
export const storedPersonFields = {
  login: text,
  email: text,
  firstName: text,
  lastName: text,
  phone: text,
  comments: text,
};
