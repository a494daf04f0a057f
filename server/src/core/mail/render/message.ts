import type { Locale } from '@portico/contract';
import { ZodError } from 'zod';
import { createWords } from '../templates/define-template.ts';
import { findTemplate } from '../templates/index.ts';
import { inlinePictures } from './picture.ts';
import { type Rendering, renderMail } from './render.ts';

/** A message's content, for display in a browser. */
export interface ShownMessage {
  /** Null for a text message. */
  readonly subject: string | null;
  readonly text: string;
  /** A complete HTML page with inlined images; null for a text message. */
  readonly html: string | null;
  /** The name of the attached file; null for none. */
  readonly attachment: string | null;
}

interface Stored {
  readonly template: string;
  readonly data: unknown;
  readonly locale: Locale;
}

/**
 * The content of a stored message; undefined if it was deleted, or if its template no longer exists or needs other data
 * now.
 */
export function showMessage(stored: Stored, rendering: Omit<Rendering, 'locale'>): ShownMessage | undefined {
  const { data, locale } = stored;
  const { brand } = rendering;
  const template = findTemplate(stored.template);
  if (data === null || !template) return undefined;
  try {
    if (template.channel === 'text')
      return {
        subject: null,
        text: template.fill(data, createWords(locale, brand.name)),
        html: null,
        attachment: null,
      };
    const { subject, text, html, attachments, document } = renderMail(template, data, { ...rendering, locale });
    return { subject, text, html: inlinePictures(html, attachments), attachment: document?.fileName ?? null };
  } catch (error) {
    if (error instanceof ZodError) return undefined;
    throw error;
  }
}
