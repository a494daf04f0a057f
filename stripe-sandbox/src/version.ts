/** The only version of the API that the sandbox speaks. */
export const API_VERSION = '2026-10-28.endive';

/** The account that everything in the sandbox belongs to. */
export const ACCOUNT = { id: 'acct_1PorticoSandbox00', country: 'US', name: 'Portico Sandbox' };
