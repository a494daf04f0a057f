/** What every page of operators needs and no page of customers: routes, titles, menu, and the palette's search over all accounts. */
export { operatorRoutes } from '../routes/operators.ts';
export { useFoundChoices } from './operator-choices.ts';
export { operatorSidebar } from './operator-sidebar.ts';
export { operatorTitles } from './operator-titles.ts';
