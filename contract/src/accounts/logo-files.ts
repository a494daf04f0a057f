/** Maximum size of a logo file, in bytes. Both logos of a company fit into one request. */
export const maxLogoBytes = 256 * 1024;

/** Media types of logos, for the file picker. The server checks only the content. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;

/** Image types that can have a transparent background, for logos whose shape alone is shown. */
export const shapeTypes = logoTypes.filter((type) => type !== 'image/jpeg');
