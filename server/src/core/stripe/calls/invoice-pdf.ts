import { NotFoundError, UnavailableError } from '../../http/app-error.ts';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';

interface Limits {
  /** Maximum duration in milliseconds. */
  readonly patience: number;
  /** Maximum size in bytes. Stripe's documents have a few hundred kilobytes. */
  readonly largest: number;
}

const megabyte = 1024 * 1024;
const forReaders: Limits = { patience: 15_000, largest: 20 * megabyte };
/** Many mailboxes refuse 10 MB, and an attached document grows by a third (REC-9). */
const forMail: Limits = { patience: 10_000, largest: 5 * megabyte };

/**
 * Fetches documents from the addresses in Stripe's API. These expire after some days, so a new one is requested each
 * time.
 */
export function invoicePdfCalls(client: StripeClient) {
  return {
    /**
     * The PDF of an invoice.
     * @throws NotFoundError if Stripe has none; UnavailableError if it cannot be fetched.
     */
    read: async (invoiceId: string): Promise<Buffer> => {
      try {
        const stripe = await client();
        const { invoice_pdf: address } = await translated(() => stripe.invoices.retrieve(invoiceId));
        if (!address) throw new NotFoundError();
        const document = await fetchPdf(address, forReaders);
        if (document) return document;
        throw new UnavailableError('problem.providerUnavailable', new Error('the document is too large'));
      } catch (error) {
        // While Stripe is unreachable, figures come from the mirror, but documents do not (INV-22).
        throw error instanceof UnavailableError ? new UnavailableError('problem.documentUnavailable', error) : error;
      }
    },
    /**
     * The PDF of an invoice or a credit note for a mail, with a single try. @returns null if it does not exist, or if it is
     * larger than 5 MB. @throws UnavailableError
     */
    readForMail: async (id: string): Promise<Buffer | null> => {
      const stripe = await client();
      const once = { timeout: forMail.patience, maxNetworkRetries: 0 };
      try {
        const address = await translated(async () =>
          id.startsWith('cn_')
            ? (await stripe.creditNotes.retrieve(id, {}, once)).pdf
            : (await stripe.invoices.retrieve(id, {}, once)).invoice_pdf,
        );
        return address ? await fetchPdf(address, forMail) : null;
      } catch (error) {
        if (error instanceof NotFoundError) return null;
        throw error;
      }
    },
    /** The invoice's page, which anybody with its address may open. @throws NotFoundError if Stripe has none. */
    findPage: async (invoiceId: string): Promise<string> => {
      const stripe = await client();
      const { hosted_invoice_url: address } = await translated(() => stripe.invoices.retrieve(invoiceId));
      if (!address) throw new NotFoundError();
      return address;
    },
  };
}

/** @returns null if it is too large. @throws UnavailableError */
async function fetchPdf(address: string, { patience, largest }: Limits): Promise<Buffer | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
    const type = answer.headers.get('content-type') ?? '';
    if (!answer.ok || !type.startsWith('application/pdf') || !answer.body) {
      await answer.body?.cancel();
      throw new Error(`the request for an invoice's PDF returned ${answer.status} ${type}`);
    }
    return await readAtMost(answer.body, largest);
  } catch (error) {
    throw new UnavailableError('problem.providerUnavailable', error);
  }
}

async function readAtMost(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
