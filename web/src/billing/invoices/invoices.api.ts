import type { InvoicePaymentResult } from '@portico/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, apiFile, buildUrl, type QueryOf } from '../../lib/api.ts';
import { type Locale, useLocale } from '../../lib/locale.ts';
import { settled } from '../../lib/operation.ts';
import { announceHoldings } from '../../lib/other-tabs.ts';
import { can } from '../../lib/permissions.ts';
import { saveFile } from '../../lib/save-file.ts';

/** The account's credit with the vendor. */
export function useBalance() {
  return useQuery({
    queryKey: ['invoices', 'balance'],
    queryFn: ({ signal }) => api('GET /api/Billing/Balance', { signal }),
  });
}

/** Charges an open invoice to its card, or sends it to its payer. The caller shows the outcome. */
export function useCollectInvoice() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: async (id: string) =>
      settled(await api('POST /api/Subscription/invoices/sendToPay/{id}', { params: { id }, body: {} })),
    onSettled: () => announceHoldings(queryClient),
  });
}

/** Products and reasons are in the user's language. */
const paymentQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'payment', id, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices/{id}/Pay', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** What a payer must know about an invoice. */
export function useInvoicePayment(id: string) {
  return useQuery(paymentQuery(id, useLocale()));
}

export interface CardPayment {
  readonly paymentMethodId: string;
  /** Whether the next renewals are charged to the card too. */
  readonly keepCard: boolean;
}

/**
 * Pays an invoice with a saved card. Repeating the call pays once and returns the payment's state.
 * @throws ApiError: CardError; Conflict if it is already paid or can no longer be paid; ChangeUnderWay
 */
export function payWithCard(id: string, body: CardPayment, signal: AbortSignal): Promise<InvoicePaymentResult> {
  return api('POST /api/Subscription/invoices/{id}/Pay', { params: { id }, body: { ...body }, signal });
}

/** The position in an invoice's lines. */
export interface LinesPlace {
  page: number;
  pageSize: number;
}

export const firstLines: LinesPlace = { page: 1, pageSize: 100 };

/** Lines and products are in the user's language. */
const invoiceQuery = (id: string, place: LinesPlace, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'details', id, place, locale],
    queryFn: ({ signal }) =>
      api('GET /api/Subscription/invoices/{id}/Details', {
        params: { id },
        query: { ...place },
        signal,
      }),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === id ? before : undefined),
  });

/** An invoice with a page of its lines; the previous page stays visible while the next one loads. */
export function useInvoice(id: string, place: LinesPlace) {
  return useQuery(invoiceQuery(id, place, useLocale()));
}

/** The maximum number of events per request; an invoice has at most a few dozen. */
const eventsAtOnce = 100;

const eventsQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'events', id, locale],
    queryFn: ({ signal }) =>
      api('GET /api/Subscription/invoices/{id}/Events', { params: { id }, query: { pageSize: eventsAtOnce }, signal }),
  });

/** The events of an invoice and its payments, newest first. */
export function useInvoiceEvents(id: string) {
  return useQuery(eventsQuery(id, useLocale()));
}

/** Saves the PDF of an invoice. */
export function useInvoicePdf() {
  return useMutation({
    mutationFn: async ({ id }: { id: string; name: string }) =>
      apiFile('GET /api/Subscription/invoices/{id}/Pdf', { params: { id } }),
    onSuccess: (file, { name }) => saveFile(file, `${name}.pdf`),
  });
}

type InvoicesQuery = NonNullable<QueryOf<'GET /api/Subscription/invoices'>>;

/** Products and descriptions are returned, and searched, in the user's language. */
const invoicesQuery = (query: InvoicesQuery, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'list', query, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** The account's invoices. */
export function useInvoices(query: InvoicesQuery, { enabled = true } = {}) {
  return useQuery({ ...invoicesQuery(query, useLocale()), enabled });
}

/** The address of the same list as a CSV file, starting at its first page. */
export function invoicesReportAddress({ page: _page, pageSize: _pageSize, ...filters }: InvoicesQuery): string {
  return buildUrl('/Reports/InvoicesReport', {}, { ...filters, format: 'csv' });
}

/** The number of invoices per request. */
const pageSize = 5;

/** Drafts and open invoices, and items that wait for an invoice, with catalog texts in the user's language. */
export function usePending() {
  const locale = useLocale();
  return useQuery({
    queryKey: ['invoices', 'pending', locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices/pending', { query: { page: 1, pageSize }, signal }),
    enabled: can('invoices.view'),
  });
}

/** The number of upcoming invoices per request. The payment provider calculates each. */
const atOnce = 10;

/** Lines and products are in the user's language. */
const upcomingInvoicesQuery = (page: number, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'upcoming', 'of-account', page, locale],
    queryFn: ({ signal }) =>
      api('GET /api/Subscription/invoices/upcoming', { query: { page, pageSize: atOnce }, signal }),
  });

/** The next charges of the account's subscriptions, nearest first. Sends no request for users who may not see invoices. */
export function useUpcomingInvoices(page = 1) {
  return useQuery({
    ...upcomingInvoicesQuery(page, useLocale()),
    enabled: can('invoices.view'),
    placeholderData: keepPreviousData,
  });
}
