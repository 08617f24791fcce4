import { takeTurn } from '../turns'
import type { RunContext } from './run-context'

/**
 * Chunks of one account run one after another, whoever runs them and in whichever process: each reads what the one before
 * has left, so that two changes at once never count the same monitor as theirs.
 */
export function inTurn<T>(
  { storage, account, now }: Pick<RunContext, 'storage' | 'account' | 'now'>,
  work: () => Promise<T>,
): Promise<T> {
  const busy = 'Another change of many monitors of this account is still running'
  return takeTurn({ storage, now, name: `bulk-tags:${account.id}`, busy }, work)
}
