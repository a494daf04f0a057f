/** A picture that travels with the mail, as mail clients show no `data:` URIs. */
export interface Attachment {
  /** What the HTML names it by: `cid:…`. */
  readonly cid: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** What stands in `src` of a picture, with the attachment that it needs; undefined for what is no picture. */
export function pictureOf(address: string | null, cid: string): { src: string; attachment?: Attachment } | undefined {
  if (address === null) return undefined;
  const [, contentType, base64] = /^data:(image\/(?:png|jpeg|gif|webp));base64,([\w+/=]+)$/.exec(address) ?? [];
  if (contentType && base64) {
    return { src: `cid:${cid}`, attachment: { cid, contentType, content: Buffer.from(base64, 'base64') } };
  }
  return URL.parse(address)?.protocol === 'https:' ? { src: address } : undefined;
}

/** HTML whose attached pictures stand in it, for showing it in a browser. */
export function inlinePictures(html: string, attachments: readonly Attachment[]): string {
  return attachments.reduce(
    (shown, { cid, contentType, content }) =>
      shown.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`),
    html,
  );
}
