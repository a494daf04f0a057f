import { buffer } from 'node:stream/consumers';

/** The left and right margin, in points. */
export const LEFT = 50;
export const RIGHT = 545;
const TOP = 60;
const BOTTOM = 780;

/** Characters that the standard fonts lack. */
const NOT_IN_FONT = /[^ -~\u00a1-\u00ff€…‘’“”•–—]/gu;

interface TextOptions {
  size?: number;
  bold?: boolean;
  /** True when the text ends at `x` instead of beginning there. */
  right?: boolean;
}

/** A PDF of A4 pages that is written from top to bottom in Helvetica, which every PDF reader has. */
export class Sheet {
  readonly #document: PDFKit.PDFDocument;
  #y = TOP;

  private constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
  }

  /** An empty document. PDFKit takes 30 MB of memory, so the first document loads it. */
  static async open(title: string): Promise<Sheet> {
    const { default: PDFDocument } = await import('pdfkit');
    const info = { Title: title, Producer: 'Portico Stripe sandbox' };
    // Uncompressed, so that tests can read the text.
    return new Sheet(new PDFDocument({ size: 'A4', margin: 0, pdfVersion: '1.4', compress: false, info }));
  }

  /** Writes at the current height, `x` points from the left edge. */
  put(text: string, x: number, { size = 10, bold = false, right = false }: TextOptions = {}): void {
    const plain = text.replace(/\s+/g, ' ').replace(NOT_IN_FONT, '?');
    this.#document.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
    const left = right ? x - this.#document.widthOfString(plain) : x;
    this.#document.text(plain, left, this.#y, { lineBreak: false });
  }

  /** Moves down by some points, onto a new page at the end of this one. */
  next(by: number): void {
    this.#y += by;
    if (this.#y <= BOTTOM) return;
    this.#document.addPage();
    this.#y = TOP;
  }

  /** A label and its value on a line. */
  fact(label: string, value: string): void {
    this.put(label, LEFT, { bold: true });
    this.put(value, LEFT + 110);
    this.next(15);
  }

  /** A row of the totals. */
  total(label: string, amount: string, bold = false): void {
    this.put(label, 350, { bold });
    this.put(amount, RIGHT, { bold, right: true });
    this.next(16);
  }

  /** The finished document. */
  close(): Promise<Buffer> {
    this.#document.end();
    return buffer(this.#document);
  }
}
