import type { ProductToken } from '@portico/contract';
import { createContext, useContext } from 'react';
import type { TokenAction } from '../model/row-actions.ts';

/** Starts an action on a token. In a context, so that the columns stay the same while a dialog opens. */
const TokenActions = createContext<(action: TokenAction, token: ProductToken) => void>(() => undefined);

export const TokenRows = TokenActions.Provider;
export const useTokenAction = () => useContext(TokenActions);
