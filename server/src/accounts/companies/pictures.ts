import type { Said } from '../../core/http/app-error.ts';
import type { Logo } from '../accounts/brands.queries.ts';
import type { ShownCustomer } from '../accounts/shown-customers.queries.ts';
import type { LogoProblem } from './draw-picture.ts';
import { drawLogo, drawShape } from './logos.ts';

/** Reads a theme's logo from the input: a file in base64, null to remove it, undefined to keep it. */
export async function readLogo(file: string | null | undefined): Promise<Logo | LogoProblem | null | undefined> {
  return file === null || file === undefined ? file : drawLogo(Buffer.from(file, 'base64'));
}

interface SentCustomer {
  readonly name: string;
  /** A file in base64, or null. */
  readonly logo: string | null;
}

/**
 * Reads the customers for a sign-up page and redraws their logos (BRAND-9). A logo that the brand already has stays
 * unchanged. @returns the customers, and the problems by field
 */
export async function readCustomers(
  sent: readonly SentCustomer[],
  stored: readonly ShownCustomer[],
): Promise<{ customers: ShownCustomer[]; problems: Record<string, Said[]> }> {
  const kept = new Map(stored.flatMap(({ logo }) => (logo === null ? [] : [[dataUriContent(logo), logo]])));
  const customers: ShownCustomer[] = [];
  const problems: Record<string, Said[]> = {};
  // One after the other, so that many large pictures do not fill the memory.
  for (const [index, { name, logo }] of sent.entries()) {
    const drawn = logo === null ? null : (kept.get(logo) ?? (await drawShape(Buffer.from(logo, 'base64'))));
    if (typeof drawn === 'object' && drawn !== null) problems[`customers.${index}.logo`] = [{ key: drawn.problem }];
    else customers.push({ name, logo: drawn });
  }
  return { customers, problems };
}

const dataUriContent = (uri: string) => uri.slice(uri.indexOf(',') + 1);
