import type Stripe from 'stripe';
import { noSuch } from '../errors.ts';
import { buildEvent, listensTo, previousAttributes } from '../events/record.ts';
import { presentSnapshot } from '../present/snapshot.ts';
import { type Connection, forgetEndpoints, listReceivingEndpoints, lockForWriting } from './connection.ts';
import { changedRow, createEntry, type Entry } from './entry.ts';
import { type ObjectType, type ObjectTypes, UPDATED_EVENTS } from './object-types.ts';
import { insertDeliveries, insertObjects, type ObjectRow, updateObject } from './rows.ts';
import { type ListQuery, type StoredObject, selectObject, selectObjects } from './select.ts';
import { selectPaymentsTogether, selectTogether } from './select-together.ts';

/** The start options that objects depend on. */
export interface Site {
  /** The prefix of every address for browsers, without a trailing slash. */
  browserBase: string;
}

/** The caller for the `request` field of events. Null ids mean that the sandbox acts on its own. */
export interface RequestInfo {
  id: string | null;
  idempotencyKey: string | null;
}

/** The purpose of the work. A `read` never writes. A `call` may be rejected midway and is then rolled back. */
type Purpose = 'read' | 'call' | 'work';

/**
 * A unit of work: an API call or a piece of due work. Objects are loaded once, changed in place, and written with
 * their events by `flush`. Writes need the write lock and are sent without waiting: `settled` awaits them.
 */
export class Work {
  readonly site: Site;
  readonly request: RequestInfo;
  /** Seconds since 1970: real time, or the time of the work's test clock. */
  now: number;
  readonly realNow: number;
  /** True for a preview, whose changes are rolled back. */
  isPreview = false;
  /** True after events were recorded, which need delivery. */
  hasEvents = false;
  readonly #connection: Connection;
  readonly #purpose: Purpose;
  readonly #entries = new Map<string, Entry>();
  readonly #sent: Promise<unknown>[] = [];
  #testClock: string | null = null;
  #hasSavepoint = false;

  constructor(
    connection: Connection,
    site: Site,
    request: RequestInfo = { id: null, idempotencyKey: null },
    purpose: Purpose = 'work',
  ) {
    this.#connection = connection;
    this.#purpose = purpose;
    this.site = site;
    this.request = request;
    this.realNow = Math.floor(Date.now() / 1000);
    this.now = this.realNow;
  }

  /** For SQL that does not go through the objects of this work. Its changes are rolled back with the work. */
  get connection(): Connection {
    this.#setSavepoint();
    return this.#connection;
  }

  /** True for work that never writes. */
  get isReadOnly(): boolean {
    return this.#purpose === 'read';
  }

  /** Waits for the write lock, which is released at the end of the transaction. */
  async lock(): Promise<void> {
    await lockForWriting(this.#connection);
  }

  /** The object with this id, or undefined. Deleted ones only with the option. */
  async find<T extends ObjectType>(
    type: T,
    id: string,
    options: { deleted?: boolean } = {},
  ): Promise<ObjectTypes[T] | undefined> {
    if (!this.#entries.has(id)) {
      const row = await this.#select(id);
      if (row !== undefined && !this.#entries.has(id)) this.#entries.set(row.id, createEntry(row));
    }
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.type !== type || (entry.isDeleted && !options.deleted)) return undefined;
    return entry.data as ObjectTypes[T];
  }

  #select(id: string): Promise<StoredObject | undefined> {
    return this.isReadOnly ? selectTogether(this.#connection, id) : selectObject(this.#connection, id);
  }

  /** True when there is or was an object with this id, of any type. */
  async knows(id: string): Promise<boolean> {
    return this.#entries.has(id) || (await this.#select(id)) !== undefined;
  }

  /** The object with this id. Throws Stripe's 'No such …' otherwise. `param` names the parameter with the id. */
  async get<T extends ObjectType>(type: T, id: string, param?: string): Promise<ObjectTypes[T]> {
    const found = await this.find(type, id);
    if (found === undefined) throw noSuch(type, id, param);
    return found;
  }

  /** Objects of a type in list order. At most 100 without `limit`. */
  async list<T extends ObjectType>(type: T, query: ListQuery = {}): Promise<ObjectTypes[T][]> {
    return (await this.page(type, query)).objects;
  }

  /** One page of a list, and whether more follow. */
  async page<T extends ObjectType>(
    type: T,
    query: ListQuery,
  ): Promise<{ objects: ObjectTypes[T][]; hasMore: boolean }> {
    // Lists must include the unsaved changes of this work.
    await this.#write({ only: type });
    const { rows, hasMore } = await selectObjects(this.#connection, type, query);
    return { objects: this.#loaded<T>(rows), hasMore };
  }

  /** All payments of an invoice, newest first. */
  async paymentsOf(invoice: string): Promise<Stripe.InvoicePayment[]> {
    if (!this.isReadOnly) return this.list('invoice_payment', { related: [invoice] });
    return this.#loaded<'invoice_payment'>((await selectPaymentsTogether(this.#connection, invoice)) ?? []);
  }

  #loaded<T extends ObjectType>(rows: StoredObject[]): ObjectTypes[T][] {
    return rows.map((row) => {
      if (!this.#entries.has(row.id)) this.#entries.set(row.id, createEntry(row));
      return this.#entry(row.id).data as ObjectTypes[T];
    });
  }

  /** Adds a new object and returns it. Its creation has no event unless one is announced. */
  add<T extends ObjectType>(type: T, data: ObjectTypes[T], internal: object = {}): ObjectTypes[T] {
    this.#entries.set(data.id, {
      type,
      data,
      internal,
      dueAt: null,
      testClock: this.#testClock,
      isDeleted: false,
      stored: null,
      announced: '',
    });
    return data;
  }

  /** The internal data of a loaded object, beside its API form. Change it in place. */
  internal<T extends object>(id: string): T {
    return this.#entry(id).internal as T;
  }

  /** Sets when the object is due next, in seconds. Null for never. */
  setDue(id: string, at: number | null): void {
    this.#entry(id).dueAt = at;
  }

  dueAt(id: string): number | null {
    return this.#entry(id).dueAt;
  }

  /** Sets the clock of the work: its time applies, and new objects belong to it. */
  useClock(clock: { id: string; frozen_time: number } | null): void {
    this.#testClock = clock?.id ?? null;
    this.now = clock?.frozen_time ?? this.realNow;
  }

  /** Marks an object as deleted: it is found only on request and is never due. */
  remove(id: string): void {
    const entry = this.#entry(id);
    entry.isDeleted = true;
    entry.dueAt = null;
  }

  isDeleted(id: string): boolean {
    return this.#entry(id).isDeleted;
  }

  /**
   * Records an event with the object's current state. `withChanges` adds the changed fields. No `….updated` event
   * follows such an event, nor a `….created` or `….deleted` event.
   */
  announce(type: string, object: { id: string }, options: { withChanges?: boolean } = {}): void {
    const entry = this.#entry(object.id);
    const previous = options.withChanges
      ? previousAttributes(entry.announced === '' ? {} : JSON.parse(entry.announced), entry.data)
      : undefined;
    if (options.withChanges || /\.(created|deleted)$/.test(type)) entry.announced = JSON.stringify(entry.data);
    this.#record(type, entry, previous);
  }

  /** Sends all changes, `….updated` events and deliveries, and waits until they are written. */
  async flush(): Promise<void> {
    this.#setSavepoint();
    await this.finish();
    await this.settled();
  }

  /** Like `flush`, without waiting. It must be the last step of work that can no longer be rejected. */
  async finish(): Promise<void> {
    for (const entry of [...this.#entries.values()]) {
      const type = UPDATED_EVENTS[entry.type];
      if (type === undefined || entry.isDeleted || entry.announced === '') continue;
      const text = JSON.stringify(entry.data);
      if (text === entry.announced) continue;
      const previous = previousAttributes(presentSnapshot(JSON.parse(entry.announced)), presentSnapshot(entry.data));
      if (previous !== undefined) {
        entry.announced = text;
        this.#record(type, entry, previous);
      }
    }
    await this.#write({ isLast: true });
  }

  /** Waits for all sent writes. Throws the database's first error. */
  async settled(): Promise<void> {
    for (const sent of this.#sent.splice(0)) await sent;
  }

  /** Rolls back everything that a call has sent. */
  undo(): void {
    if (!this.#hasSavepoint) return;
    this.#send(this.#connection.query('rollback to savepoint call'));
  }

  #setSavepoint(): void {
    if (this.#purpose !== 'call' || this.#hasSavepoint) return;
    this.#hasSavepoint = true;
    this.#send(this.#connection.query('savepoint call'));
  }

  #send(query: Promise<unknown>): void {
    // The query is awaited later. Until then its failure must not count as unhandled.
    query.catch(() => {});
    this.#sent.push(query);
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Error(`${id} was not loaded by this work`);
    return entry;
  }

  #record(type: string, entry: Entry, previous?: Record<string, unknown>): void {
    const event = buildEvent(type, presentSnapshot(entry.data), {
      now: this.now,
      request: this.request,
      ...(previous === undefined ? {} : { previous }),
    });
    this.add('event', event);
    this.hasEvents = true;
  }

  /** Sends changed objects: all, or those of one type. */
  async #write({ only, isLast = false }: { only?: ObjectType; isLast?: boolean }): Promise<void> {
    if (this.#purpose === 'read') return;
    const added: ObjectRow[] = [];
    const changed: ObjectRow[] = [];
    const events: Stripe.Event[] = [];
    for (const [id, entry] of this.#entries) {
      if (only !== undefined && entry.type !== only) continue;
      const { stored } = entry;
      if (stored === null && entry.type === 'event') {
        // The number of receiving endpoints is part of the event, so it must be known first.
        const event = entry.data as Stripe.Event;
        const endpoints = await listReceivingEndpoints(this.#connection);
        event.pending_webhooks = endpoints.filter((one) => listensTo(one.enabled_events, event.type)).length;
        if (event.pending_webhooks > 0) events.push(event);
      }
      const row = changedRow(id, entry, this.now);
      if (row !== null) (stored === null ? added : changed).push(row);
    }
    if (added.length + changed.length === 0) return;
    if (!isLast) this.#setSavepoint();
    if (added.length > 0) this.#send(insertObjects(this.#connection, added));
    for (const row of changed) this.#send(updateObject(this.#connection, row));
    if (events.length > 0) {
      const endpoints = await listReceivingEndpoints(this.#connection);
      const deliveries = events.flatMap((event) =>
        endpoints
          .filter((one) => listensTo(one.enabled_events, event.type))
          .map((one) => ({ event: event.id, endpoint: one.id })),
      );
      this.#send(insertDeliveries(this.#connection, deliveries));
    }
    if ([...added, ...changed].some(({ type }) => type === 'webhook_endpoint')) forgetEndpoints(this.#connection);
  }
}
