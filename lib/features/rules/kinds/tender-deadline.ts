import { formatDateTime } from '@/lib/domain/format/format'
import { pages } from '@/lib/domain/pages'
import { listNearDeadlines } from '@/lib/features/bzp/statements/readings'
import { countIn, wordsIn } from '@/lib/panel/words'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { insertRuleHits, listExistingOccurrences } from '../statements/hits'
import { listRulesOfKind, type RuleCheckContext, type RuleKindOf } from './kind'
import { type TenderReference, readReferencedTenders, type TenderHitContent, describeTender } from './tender'

const KIND = 'tender_deadline'
const DAY_MS = 86_400_000

/** Each deadline matches once per distance; a moved deadline counts as a new one. */
async function find({ storage, account, now }: RuleCheckContext): Promise<void> {
  const at = now.toISOString()
  await inAccount({ storage, account }, async (db) => {
    for (const { id, owner, condition } of await listRulesOfKind(db, account.id, KIND)) {
      const to = new Date(now.getTime() + condition.days * DAY_MS).toISOString()
      const near = await listNearDeadlines(db, { accountId: account.id, owner, from: at, to })
      const hits = near.map(({ offers_until: until, ...reference }) => ({
        rule_id: id,
        occurrence: `offers:${reference.tender_id}:${until}:${condition.days}`,
        subject_key: `tender:${reference.tender_id}`,
        content: JSON.stringify(reference),
      }))
      const existing = await listExistingOccurrences(
        db,
        id,
        hits.map(({ occurrence }) => occurrence),
      )
      const newHits = hits.filter(({ occurrence }) => !existing.has(occurrence))
      await insertRuleHits(db, { accountId: account.id, at }, newHits)
    }
  })
}

export const tenderDeadlineKind: RuleKindOf<'tender_deadline'> = {
  name: KIND,
  find,
  // Earlier distances are not stored, so there is nothing to preview.
  preview: () => Promise.resolve({ since: undefined, found: [] }),
  messageType: () => 'tender.deadline',
  headline: (locale, { count }) => wordsIn(locale, 'mails', 'found').say('tenders.near', countIn(locale, count)),
  describe: (locale, content) => {
    // Safe: `open` made it.
    const { title, tender_id: id, offers_until: until } = content as TenderHitContent
    const description = describeTender(locale, content)
    if (!until) return description
    const when = formatDateTime(until, locale)
    return {
      ...description,
      lead: wordsIn(locale, 'mails', 'found').say('tenders.nearLead', { when, title: title ?? id }),
    }
  },
  open: async (db, { rule }, contents) => {
    // Safe: `find` wrote them.
    const references = contents.map((text) => JSON.parse(text) as TenderReference)
    const tenders = await readReferencedTenders(db, references, { accountId: rule.account_id, filter: {} })
    return tenders.map((each) => JSON.stringify(each))
  },
  path: pages.bzpMatches.path,
}
