import type { PanelContext } from '../context'
import { takeTurn } from '../turns'

/**
 * Chunks of one account run one after another, whoever runs them and in whichever process: each reads what the one before
 * has left, so that two changes at once never count the same monitor as theirs.
 */
export function inTurn<T>({ storage, account, now }: PanelContext, work: () => Promise<T>): Promise<T> {
  const busy = 'Another change of tags of this account is still running'
  return takeTurn({ storage, now, name: `bulk-tags:${account.id}`, busy }, work)
}
