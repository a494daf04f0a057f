// Router and server share one list of paths. The server redirects every other path to /404.
export { paths } from '@portico/contract/browser';
