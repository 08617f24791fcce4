import { HttpError } from '@/lib/http/errors'
import { findWhiteListRun } from '@/lib/storage/panel/white-list/runs'
import type { WhiteListRunTable } from '@/lib/storage/panel/white-list/tables'

import type { PanelContext } from '../context'

/** Another account's is as good as missing. */
export async function requireWhiteListRun(
  { storage, account }: Pick<PanelContext, 'storage' | 'account'>,
  id: string,
): Promise<WhiteListRunTable> {
  const run = await findWhiteListRun(storage.db, { accountId: account.id, id })
  if (run === undefined) throw new HttpError('not_found', 'There is no such check')
  return run
}
