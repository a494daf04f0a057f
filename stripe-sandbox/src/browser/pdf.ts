/** One piece of text on a page: from the left edge and from the top, in points. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  size?: number;
  bold?: boolean;
  /** True when `x` is where the text ends. */
  right?: boolean;
}

const WIDTH = 595;
const HEIGHT = 842;

/** Widths of Helvetica's characters from space to tilde, in thousandths of the font size. */
const WIDTHS =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);

function widthOf(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += WIDTHS[character.charCodeAt(0) - 32] ?? 556;
  return (width * size) / 1000;
}

/** Characters that the standard fonts have beyond Latin-1, by their WinAnsi code. */
const BEYOND: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
};

function encode(text: string): string {
  let encoded = '';
  for (const character of text.replace(/\u202f/g, ' ')) {
    const code = BEYOND[character] ?? character.charCodeAt(0);
    if (code > 255) encoded += '?';
    else if (character === '(' || character === ')' || character === '\\') encoded += `\\${character}`;
    else encoded += String.fromCharCode(code);
  }
  return encoded;
}

/** A PDF of A4 pages with text in Helvetica, the font that every reader has. */
export function buildPdf(pages: PdfText[][], title: string): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((_, index) => `${5 + index * 2} 0 R`);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>');
  pages.forEach((texts, index) => {
    const content = texts
      .map(({ text, x, y, size = 10, bold = false, right = false }) => {
        const left = right ? x - widthOf(text, size) : x;
        return `BT /F${bold ? 2 : 1} ${size} Tf ${left.toFixed(2)} ${(HEIGHT - y).toFixed(2)} Td (${encode(text)}) Tj ET`;
      })
      .join('\n');
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${6 + index * 2} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
    );
    add(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`);
  });
  add(`<< /Title (${encode(title)}) /Producer (Portico Stripe sandbox) >>`);

  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
