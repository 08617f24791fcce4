import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
import { countMatches } from '@/lib/storage/panel/bzp/matches'
import type { Db } from '@/lib/storage/storage'

import type { PanelContext } from '../context'
import { readRules, ruleSeerOf } from '../rules/rule-view'

/** All alerts that a user sees, by name, with what they found. */
export async function readAlerts(db: Db, context: PanelContext): Promise<BzpAlert[]> {
  const rules = await readRules(db, context, 'tender')
  if (rules.length === 0) return []
  const counts = new Map((await countMatches(db, ruleSeerOf(context))).map((each) => [each.alert_id, each]))
  return rules.flatMap(({ condition, ...rule }) => {
    if (condition.kind !== 'tender') return []
    const found = counts.get(rule.id)
    return {
      ...rule,
      filter: condition.filter,
      match_count: found?.matches ?? 0,
      new_count: found?.unseen ?? 0,
      last_match_at: found?.last_at ?? null,
    }
  })
}
