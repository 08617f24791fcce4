import { type KeyScope, keyScopes } from '@/lib/domain/key-scopes'

import { isStream, type Operation } from './operation'

type ScopedOperation = Pick<Operation, 'execution' | 'produces' | 'unmasked' | 'setsSpendCap' | 'query' | 'body'>

/** A file that is sent as published, so that it cannot be masked. A stream is masked line by line. */
export const isUnmaskedFile = (row: Pick<Operation, 'execution' | 'produces'>): boolean =>
  row.produces === 'file' && !isStream(row)

/** Whether a restriction of a key may refuse an operation, always or depending on the input. */
const mayRefuse: { readonly [S in KeyScope]: (row: ScopedOperation) => boolean } = {
  read_only: ({ execution }) => execution === 'writes',
  no_personal_numbers: (row) => isUnmaskedFile(row) || row.query !== undefined || row.body !== undefined,
  no_cap_changes: ({ setsSpendCap }) => setsSpendCap === true,
}

/** Decision 25a (scope of a key): the restrictions with which a key may be refused this operation. */
export const scopesThatMayRefuse = (row: ScopedOperation): KeyScope[] =>
  keyScopes.filter((scope) => mayRefuse[scope](row))
