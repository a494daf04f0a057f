import { buildPdf, type PdfText } from './pdf.ts';

/** The left and right edge of what is written, in points. */
export const LEFT = 50;
export const RIGHT = 545;
const TOP = 60;
const BOTTOM = 780;

/** A document that is written from top to bottom, over as many pages as it takes. */
export class Sheet {
  readonly #pages: PdfText[][] = [[]];
  #y = TOP;

  /** Writes at the present height. */
  put(text: string, x: number, options: Partial<PdfText> = {}): void {
    this.#pages.at(-1)?.push({ text, x, y: this.#y, ...options });
  }

  /** Goes down by some points, onto a new page where this one ends. */
  next(by: number): void {
    this.#y += by;
    if (this.#y <= BOTTOM) return;
    this.#pages.push([]);
    this.#y = TOP;
  }

  /** A label and its value on a line. */
  fact(label: string, value: string): void {
    this.put(label, LEFT, { bold: true });
    this.put(value, LEFT + 110);
    this.next(15);
  }

  /** A row under the amounts. */
  total(label: string, amount: string, bold = false): void {
    this.put(label, 350, { bold });
    this.put(amount, RIGHT, { bold, right: true });
    this.next(16);
  }

  pdf(title: string): Buffer {
    return buildPdf(this.#pages, title);
  }
}
