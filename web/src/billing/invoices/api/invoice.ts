import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, apiFile } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';
import { saveFile } from '../../../lib/save-file.ts';

/** Which of an invoice's lines are looked at. */
export interface LinesPlace {
  page: number;
  pageSize: number;
}

export const firstLines: LinesPlace = { page: 1, pageSize: 100 };

/** Lines and products come in the reader's language. */
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

/** One invoice with a page of its lines; the page before stays in sight while the next one comes. */
export function useInvoice(id: string, place: LinesPlace) {
  return useQuery(invoiceQuery(id, place, useLocale()));
}

/** Events that come at once; an invoice has some dozens at most. */
const eventsAtOnce = 100;

const eventsQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'events', id, locale],
    queryFn: ({ signal }) =>
      api('GET /api/Subscription/invoices/{id}/Events', { params: { id }, query: { pageSize: eventsAtOnce }, signal }),
  });

/** What happened to an invoice and to its payments, the newest first. */
export function useInvoiceEvents(id: string) {
  return useQuery(eventsQuery(id, useLocale()));
}

/** Saves the document of an invoice. */
export function useInvoicePdf() {
  return useMutation({
    mutationFn: async ({ id }: { id: string; name: string }) =>
      apiFile('GET /api/Subscription/invoices/{id}/Pdf', { params: { id } }),
    onSuccess: (file, { name }) => saveFile(file, `${name}.pdf`),
  });
}
