export type { MessageRow } from './mail.queries.ts';
export { createMail, type Mail, type MailDependencies } from './mail.ts';
export { findMessage, listMessages, type MessageListOptions } from './messages.queries.ts';
export type { Brand } from './render/brand.ts';
export { type ShownMessage, showMessage } from './render/message.ts';
export { findTemplate } from './templates/index.ts';
