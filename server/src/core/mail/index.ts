export { daysUntil, dueWarning, warningDays } from './due-warning.ts';
export type { MessageRow } from './mail.queries.ts';
export { createMail, type Mail, type NewMail } from './mail.ts';
export { countAccountMails, countLastDay, findMessage, findOftenMailed, listMessages } from './messages.queries.ts';
export type { Brand } from './render/brand.ts';
export { type ShownMessage, showMessage } from './render/message.ts';
export type { FindReader } from './send-job.ts';
export { findTemplate, type MailTemplateName, type TemplateData } from './templates/index.ts';
