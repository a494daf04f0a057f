import type {
  mail as contract,
  Locale,
  Message,
  MessageWithContent,
  ParsedRequestOf,
  ResponseOf,
} from '@portico/contract';
import { type Audit, findAccountNames, findBrand } from '../../accounts/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import { AppError, NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import {
  type Brand,
  type FindReader,
  findMessage,
  findTemplate,
  listMessages,
  type Mail,
  type MessageRow,
  type ShownMessage,
  showMessage,
} from '../../core/mail/index.ts';
import { translate } from '../../core/messages/index.ts';

/** The message is not finished, or its content was deleted (MAIL-10). */
export class NotRepeatableError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'mail.notRepeatable' } });
  }
}

export interface MailContext {
  readonly database: Database;
  readonly config: Pick<Config, 'mode'>;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly publicUrl: string;
  readonly findMailReader: FindReader;
}

/** The outbox shows codes and links, which operators must not see. */
export type Reader = 'operator' | 'outbox';

type ListQuery = ParsedRequestOf<typeof contract.list>['query'];

/** Messages that an operator may send again in an hour. */
const repeatLimit = defineLimit('mail-repeat', 60, 3_600);

/** A page of messages, newest first (MAIL-10). */
export async function listAllMessages(
  context: MailContext,
  query: ListQuery,
  locale: Locale,
): Promise<ResponseOf<typeof contract.list>> {
  const on = context.database.query;
  const { items, total } = await listMessages(on, query);
  const [names, brands] = await Promise.all([findMessageAccounts(on, items), findMessageBrands(on, items)]);
  const shown = items.map((row) =>
    presentMessage(row, { locale, names, subject: renderContent(context, row, brands)?.subject }),
  );
  return listAnswer(shown, total, query);
}

/** A message, with its content if the reader may see it. @throws NotFoundError */
export async function getMessage(
  context: MailContext,
  id: number,
  { reader, locale }: { reader: Reader; locale: Locale },
): Promise<MessageWithContent> {
  const on = context.database.query;
  const { row, words } = await findWithContent(context, id);
  const isShown = mayRead(row, reader);
  return {
    ...presentMessage(row, { locale, names: await findMessageAccounts(on, [row]), subject: words?.subject }),
    text: (isShown && words?.text) || null,
    hasHtml: isShown && words?.html != null,
    attachment: (isShown && words?.attachment) || null,
    replyTo: row.replyTo,
  };
}

/** The HTML document of a mail. @throws NotFoundError if the mail has none, or the reader may not see it */
export async function getMessageHtml(context: MailContext, id: number, reader: Reader): Promise<string> {
  const { row, words } = await findWithContent(context, id);
  if (!words?.html || !mayRead(row, reader)) throw new NotFoundError();
  return words.html;
}

/** Sends a message again, as a new one. @throws NotFoundError; NotRepeatableError if it is not finished, or its content was deleted */
export async function sendAgain(context: MailContext & RequestContext, id: number): Promise<{ id: number }> {
  const { database, mail, audit, actor, session } = context;
  const row = await findMessage(database.query, id);
  if (!row) throw new NotFoundError();
  await repeatLimit.take(database, session.user.id);
  return database.transaction(async (transaction) => {
    const repeated = await mail.repeat(transaction, id);
    if (repeated === undefined) throw new NotRepeatableError();
    const detail = { message: repeated, repeats: id, template: row.template };
    await audit.record({ kind: 'messageSentAgain', ...actor, detail }, transaction);
    return { id: repeated };
  });
}

/** Only the addressee may read a code or a link that grants access. The demo's outbox is the addressees' mailbox. */
function mayRead({ sensitive }: MessageRow, reader: Reader): boolean {
  return reader === 'outbox' || !sensitive;
}

async function findWithContent(context: MailContext, id: number) {
  const row = await findMessage(context.database.query, id);
  if (!row) throw new NotFoundError();
  const { database, findMailReader } = context;
  const reader = await findMailReader(database.query, row);
  return { row, words: renderContent(context, row, await findMessageBrands(database.query, [row]), reader) };
}

/** @param reader can be omitted for subjects, which contain no times */
function renderContent(
  { publicUrl }: MailContext,
  row: MessageRow,
  brands: ReadonlyMap<number, Brand>,
  reader?: Awaited<ReturnType<FindReader>>,
): ShownMessage | undefined {
  return showMessage(row, { brand: brands.get(row.companyId) as Brand, publicUrl, reader });
}

interface PresentationOptions {
  readonly locale: Locale;
  readonly names: ReadonlyMap<number, string>;
  readonly subject: string | null | undefined;
}

function presentMessage(row: MessageRow, { locale, names, subject }: PresentationOptions): Message {
  const { id, channel, recipient, recipientName, state, attempts, error, repeatsId, accountId } = row;
  const template = findTemplate(row.template);
  return {
    id,
    channel,
    label: template ? translate(locale, template.label) : row.template,
    subject: subject ?? null,
    locale: row.locale,
    recipient,
    recipientName,
    account: accountId === null ? null : { id: accountId, name: names.get(accountId) ?? '' },
    state,
    attempts,
    error,
    queuedAt: row.queuedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    repeatsId,
    canBeSentAgain: row.endedAt !== null && row.data !== null && row.keepUntil > new Date(),
  };
}

function findMessageAccounts(on: Queryable, rows: readonly MessageRow[]): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(rows.flatMap(({ accountId }) => accountId ?? []));
  return findAccountNames(on, [...ids]);
}

/** The brands of messages, by id. An installation has only a few. */
async function findMessageBrands(on: Queryable, rows: readonly MessageRow[]): Promise<ReadonlyMap<number, Brand>> {
  const ids = [...new Set(rows.map(({ companyId }) => companyId))];
  const brands = await Promise.all(ids.map(async (id) => [id, await findBrand(on, id)] as const));
  return new Map(brands);
}
