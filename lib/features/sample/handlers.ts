import { anchorTargetOf } from '@/lib/features/audit/audit-anchors'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { listOtherAccounts } from '@/lib/service/accounts/statements/accounts'
import type { Db } from '@/lib/storage/storage'

import { removeSample } from './remove-sample'
import { findSampleObstacle, type SampleObstacle, readSampleContents } from './sample-contents'
import { sampleRefusal } from './sample-refusal'
import { sampleAccountMarks } from './sample-users'

/** Data shared by several accounts can only be removed by the operator, unless there is exactly one real account. */
async function obstacleOf(db: Db, { sampleSettings }: PanelContext): Promise<SampleObstacle | undefined> {
  const otherAccounts = await listOtherAccounts(db, sampleAccountMarks)
  return otherAccounts.length > 1
    ? { obstacle: 'several_accounts', about: null }
    : findSampleObstacle(sampleSettings, db)
}

const isSampleAccount = (id: string): boolean => sampleAccountMarks.ids.includes(id)

export const sampleHandlers: PanelHandlersOf<'sample'> = {
  'sample.read': async (_input, context) => {
    const { storage, account, isEmbedded } = context
    // A sample account cannot remove its own data.
    const isOwn = isEmbedded && !isSampleAccount(account.id)
    const contents = isOwn ? await readSampleContents(storage.db) : undefined
    if (!contents) return { contents: null, obstacle: null, about: null }
    const obstacle = await obstacleOf(storage.db, context)
    return { contents, obstacle: obstacle?.obstacle ?? null, about: obstacle?.about ?? null }
  },
  'sample.remove': async (_input, context) => {
    const { storage, account, isEmbedded, user, address, requestId, now, log, sampleSettings, dataDir } = context
    if (!isEmbedded || isSampleAccount(account.id)) {
      throw new HttpError('conflict', 'Only an owner of an account outside the sample can remove it')
    }
    const obstacle = await obstacleOf(storage.db, context)
    if (obstacle?.obstacle === 'several_accounts')
      throw new HttpError('conflict', 'Several accounts share the sample data: only the operator can remove it')
    const anchors = context.anchors ?? anchorTargetOf(undefined)
    const env = { ...sampleSettings, dataDir }
    const result = await removeSample({ storage, env, anchors, log, now, actor: user.email, address, requestId })
    if (result.state === 'removed') return result.contents
    if (result.state === 'nothing') throw new HttpError('not_found', 'There are no sample data')
    throw new HttpError('conflict', sampleRefusal(result))
  },
}
