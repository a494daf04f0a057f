/** An image attached to the mail, because mail clients do not show `data:` URIs. */
export interface Attachment {
  /** The id by which the HTML refers to it: `cid:…`. */
  readonly cid: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** The `src` of an image, with its attachment if it needs one; undefined if it is not an image. */
export function embedPicture(
  address: string | null,
  cid: string,
): { src: string; attachment?: Attachment } | undefined {
  if (address === null) return undefined;
  const [, contentType, base64] = /^data:(image\/(?:png|jpeg|gif|webp));base64,([\w+/=]+)$/.exec(address) ?? [];
  if (contentType && base64) {
    return { src: `cid:${cid}`, attachment: { cid, contentType, content: Buffer.from(base64, 'base64') } };
  }
  return URL.parse(address)?.protocol === 'https:' ? { src: address } : undefined;
}

/** HTML with its attached images inlined, for display in a browser. */
export function inlinePictures(html: string, attachments: readonly Attachment[]): string {
  return attachments.reduce(
    (shown, { cid, contentType, content }) =>
      shown.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`),
    html,
  );
}
