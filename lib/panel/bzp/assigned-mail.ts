import type { BzpMatch } from '@/lib/contract/panel/bzp-alerts'
import { formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { listColleagues } from '@/lib/storage/panel/bzp/readings'
import type { Db } from '@/lib/storage/storage'

import type { PanelContext } from '../context'
import { composeMail, type MailRow, type MailWords } from '../mail/mail-layout'
import { localeOf, putPersonMail } from '../mail/person-mail'
import { countIn, wordsIn } from '../words'
import { matchesPath } from './links'

/** More are on the page. */
const MAX_LISTED = 20

type Given = Pick<BzpMatch, 'alert_id' | 'tender_id' | 'notice'>

/** Tells a colleague, in one mail, which procedures they were given just now. Within the transaction that gives them. */
export async function tellAssignee(
  db: Db,
  { assignee, given }: { readonly assignee: string; readonly given: readonly Given[] },
  context: PanelContext,
): Promise<void> {
  const { account, user, now, mail } = context
  const reader = (await listColleagues(db, account.id)).find(({ user_id: id }) => id === assignee)
  const distinct = [...new Map(given.map((each) => [each.tender_id, each])).values()]
  if (!mail.mailer || !reader || assignee === user.id || distinct.length === 0) return
  await putPersonMail(db, {
    accountId: account.id,
    to: reader.email,
    words: assignedMail(localeOf(reader), {
      given: distinct,
      account: account.name,
      by: user.email,
      panelUrl: mail.panelUrl,
    }),
    now,
  })
}

type Words = {
  readonly given: readonly Given[]
  readonly account: string
  readonly by: string
  readonly panelUrl: string | undefined
}

function assignedMail(locale: Locale, { given, account, by, panelUrl }: Words): MailWords {
  const { words: t, say } = wordsIn(locale, 'mails', 'assigned')
  const headline = say('given', countIn(locale, given.length))
  const rows = given.slice(0, MAX_LISTED).map(({ alert_id, tender_id, notice }, index): MailRow => {
    const { title, authority, offers_until: until } = notice
    const lines = [authority, until && say('until', { when: formatDateTime(until, locale) })].filter(
      (line) => line !== undefined,
    )
    const value = [title ?? tender_id, ...lines.filter((line): line is string => Boolean(line))] as const
    return panelUrl === undefined
      ? [String(index + 1), value]
      : [String(index + 1), value, `${panelUrl}${matchesPath(alert_id, tender_id)}`]
  })
  return composeMail({
    subject: `${headline} – ${account}`,
    headline,
    rows: [...rows, [t.account, account], [t.by, by]],
    notes: given.length > MAX_LISTED ? [t.more] : [],
    link: undefined,
    unsubscribe: undefined,
  })
}
