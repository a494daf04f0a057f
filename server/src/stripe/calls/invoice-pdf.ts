import { NotFoundError, UnavailableError } from '../../http/app-error.ts';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';

/** Milliseconds that a document may take. */
const patience = 15_000;
/** Bytes. Stripe's documents have some hundred kilobytes. */
const largestDocument = 20 * 1024 * 1024;

/** Fetches documents at the addresses that Stripe's API gives. They end after some days, so that each time a new one is asked for. */
export function invoicePdfCalls(client: StripeClient) {
  return {
    /**
     * The PDF of an invoice.
     * @throws NotFoundError where Stripe has none; UnavailableError when it does not come.
     */
    read: async (invoiceId: string): Promise<Buffer> => {
      const stripe = await client();
      const { invoice_pdf: address } = await translated(() => stripe.invoices.retrieve(invoiceId));
      if (!address) throw new NotFoundError();
      return fetchPdf(address);
    },
  };
}

async function fetchPdf(address: string): Promise<Buffer> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
    const type = answer.headers.get('content-type') ?? '';
    if (!answer.ok || !type.startsWith('application/pdf') || !answer.body) {
      await answer.body?.cancel();
      throw new Error(`the document of an invoice was answered with ${answer.status} ${type}`);
    }
    return await readAtMost(answer.body, largestDocument);
  } catch (error) {
    throw new UnavailableError('problem.providerUnavailable', error);
  }
}

async function readAtMost(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > most) throw new Error('the document of an invoice is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
