export { createMail, type Mail, type NewMail } from './mail.ts';
