/** The API version of the sandbox. Others are rejected. */
export const API_VERSION = '2026-10-28.endive';

/** The account that owns all objects. */
export const ACCOUNT = { id: 'acct_1PorticoSandbox00', country: 'US', name: 'Portico Sandbox' };
