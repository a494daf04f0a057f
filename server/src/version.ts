/** As the footer shows it (spec 1 §1). */
export const version = '1.2506.5.4';
