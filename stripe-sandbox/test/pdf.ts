/** The texts of an uncompressed PDF by PDFKit, in order. One operator draws one text. */
export function readTexts(pdf: Uint8Array): string[] {
  const drawn = Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/^\[(.*)\] TJ$/gm);
  return [...drawn].map(([, pieces = '']) => {
    const hex = [...pieces.matchAll(/<([0-9a-f]*)>/g)].map(([, piece = '']) => piece).join('');
    return Buffer.from(hex, 'hex').toString('latin1').replaceAll('\x96', '–');
  });
}
