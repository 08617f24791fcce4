import { recordChange } from '@/lib/features/audit/audit'
import { listColleagues } from '@/lib/features/bzp/statements/readings'
import type { PanelParsed } from '@/lib/features/contract'
import { HttpError, ValidationError } from '@/lib/http/errors'
import { maskForLog } from '@/lib/http/mask-personal'
import type { PanelContext, PanelHandler } from '@/lib/panel/context'
import { type AccountTx, inAccount } from '@/lib/storage/engine/account-lock'

import { viewReviews } from './event-view'
import { wakeWaiting } from './live-reading'
import { changeReviews, findReviews, type ReviewChange } from './statements/event-reviews'
import { leadIdsOf } from './statements/panel-events'

type Change = PanelParsed<'events.review'>['body']['change']

/** The first event of an announcement carries the review for all of them. Colleagues who wait for news learn of it. */
export const reviewEvents: PanelHandler<'events.review'> = async ({ body: { ids, change } }, context) => {
  const { id: accountId } = context.account
  const { rows, isChanged } = await inAccount(context, async (tx) => {
    const leadIds = [...new Set((await leadIdsOf(tx, accountId, ids)).values())].toSorted((a, b) => a - b)
    if (leadIds.length === 0) throw new HttpError('not_found', 'None of these events exists')
    const assignee = await emailOfAssignee(tx, change, context)
    const changed = await changeReviews(tx, accountId, { leadIds, change: columnsOf(change, context) })
    if (changed.length > 0) {
      await recordChange(tx, context, {
        action: 'events.review',
        target: changed.length === 1 ? String(changed[0]?.review.event_id) : null,
        after: {
          events: changed.length,
          ...(change.is_reviewed !== undefined && { reviewed: change.is_reviewed }),
          ...(change.assignee !== undefined && { assignee }),
          ...(change.note !== undefined && { note: change.note || null }),
        },
      })
    }
    return { rows: [...(await findReviews(tx, accountId, leadIds)).values()], isChanged: changed.length > 0 }
  })
  if (isChanged) wakeWaiting(context)
  return { items: [...(await viewReviews(rows, context))].map(([id, review]) => ({ id, review })) }
}

function columnsOf({ is_reviewed, assignee, note }: Change, { user, now }: PanelContext): ReviewChange {
  return {
    ...(is_reviewed === true && { reviewed_at: now.toISOString(), reviewed_by: user.email }),
    ...(is_reviewed === false && { reviewed_at: null, reviewed_by: null }),
    ...(assignee !== undefined && { assignee_id: assignee }),
    ...(note !== undefined && { note: note ? String(maskForLog(note)) : null }),
  }
}

/** Refuses assignees who may not see events. */
async function emailOfAssignee(tx: AccountTx, { assignee }: Change, { account }: PanelContext): Promise<string | null> {
  if (!assignee) return null
  const colleague = (await listColleagues(tx, account.id)).find(({ user_id: id }) => id === assignee)
  if (colleague) return colleague.email
  const msg = 'This person is not a member who may see events'
  throw new ValidationError([{ loc: ['body', 'change', 'assignee'], msg, type: 'not_a_reader' }])
}
