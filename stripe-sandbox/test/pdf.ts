/**
 * The texts that a PDF of the sandbox draws, in the order in which they stand. Its pages are not compressed and drawn with one
 * operator for each text, so nothing more is needed to read them; a PDF of another make has none.
 */
export function textsOf(pdf: Uint8Array): string[] {
  const content = Buffer.from(pdf).toString('latin1');
  const streams = [...content.matchAll(/\nstream\n([\s\S]*?)\nendstream\n/g)].map(([, stream = '']) => stream);
  return streams.flatMap((stream) =>
    [...stream.matchAll(/\(((?:\\.|[^\\)])*)\) Tj ET$/gm)].map(([, text = '']) =>
      text.replace(/\\(.)/g, '$1').replaceAll('\x96', '–'),
    ),
  );
}
