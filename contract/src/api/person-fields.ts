import { z } from 'zod';
import { lineOfText, textBlock } from './values.ts';

/** What a person's details are when they are saved, by themselves and by an admin (USR-9, USR-21). */
export const personFields = {
  login: lineOfText(200, 1),
  email: z.email().max(320),
  firstName: lineOfText(100, 1),
  lastName: lineOfText(100),
  phone: lineOfText(50),
  comments: textBlock(2_000),
};
