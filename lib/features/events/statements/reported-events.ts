import type { Db } from '@/lib/storage/storage'

/** Below the number of values that a statement may have. */
const MAX_REPORTED = 10_000

/** The first events of the announcements that a message of a rule reported; the newest of very many. */
export async function listReportedLeads(
  db: Db,
  { accountId, noticeId }: { readonly accountId: string; readonly noticeId: string },
): Promise<number[]> {
  const hits = await db
    .selectFrom('rule_notices')
    .innerJoin('rule_hits', (join) =>
      join
        .onRef('rule_hits.rule_id', '=', 'rule_notices.rule_id')
        .onRef('rule_hits.number', '>', 'rule_notices.hits_after')
        .onRef('rule_hits.number', '<=', 'rule_notices.hits_up_to'),
    )
    .select('rule_hits.occurrence')
    .where('rule_notices.id', '=', noticeId)
    .where('rule_notices.account_id', '=', accountId)
    .orderBy('rule_hits.number', 'desc')
    .limit(MAX_REPORTED)
    .execute()
  return hits.flatMap(({ occurrence }) => {
    const [, lead] = /^(?:event|claim):(\d+)/.exec(occurrence) ?? []
    return lead === undefined ? [] : [Number(lead)]
  })
}
