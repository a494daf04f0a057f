import { z } from 'zod';
import { lineOfText, textBlock } from './values.ts';

/** A person's details, as saved by themselves or by an admin (USR-9, USR-21). */
export const personFields = {
  login: lineOfText(200, 1),
  email: z.email().max(320),
  firstName: lineOfText(100, 1),
  lastName: lineOfText(100),
  phone: lineOfText(50),
  comments: textBlock(2_000),
};
