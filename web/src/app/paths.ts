// One list for the browser's router and for the server, which leads visitors on any other path to /404.
export { paths } from '@portico/contract/browser';
