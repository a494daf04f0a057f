/** Bytes of a logo's file. Both of a company fit into one request. */
export const mostLogoBytes = 256 * 1024;

/** Media types of logos, for choosing a file. The server looks at the content alone. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;

/** The same of pictures of which the shape alone is shown: these kinds can have a transparent ground. */
export const shapeTypes = logoTypes.filter((type) => type !== 'image/jpeg');
