import { reportName } from '@/lib/domain/events/sources'
import { formatDate, formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import type { ArchiveFailure } from '@/lib/domain/reports/archive'
import { routes } from '@/lib/domain/routes'

import { composeMail, type MailRow, type MailWords } from '../mail/mail-layout'
import { wordsIn } from '../words'

type Named = { readonly report_date: string; readonly source: string; readonly format: string }

/** What people are told of the collection of reports. `at`: since when. */
export type ArchiveMail =
  | {
      readonly kind: 'off' | 'failing'
      readonly failure: ArchiveFailure
      readonly text: string
      readonly at: string
    }
  | { readonly kind: 'working'; readonly at: string }
  | { readonly kind: 'lost'; readonly reports: readonly Named[]; readonly more: number }

type Facts = { readonly account: string; readonly panelUrl: string | undefined; readonly about: ArchiveMail }

/** To owners and compliance staff. No name of a person is in it: reports are named by day, source and format. */
export function archiveMail(locale: Locale, { account, panelUrl, about }: Facts): MailWords {
  const { words: t } = wordsIn(locale, 'mails', 'archive')
  const subject = t.subjects[about.kind]
  return composeMail({
    subject: `${subject} – ${account}`,
    headline: subject,
    rows: [[t.account, account], ...rowsOf(locale, about)],
    notes: [t.notes[about.kind]],
    link: panelUrl === undefined ? undefined : { text: t.open, url: `${panelUrl}${routes.reportArchive}` },
    unsubscribe: undefined,
  })
}

function rowsOf(locale: Locale, about: ArchiveMail): MailRow[] {
  const { words: t, say } = wordsIn(locale, 'mails', 'archive')
  const since = (at: string): MailRow => [t.since, `${formatDateTime(at, locale)} (${t.zone})`]
  if (about.kind === 'working') return [since(about.at)]
  if (about.kind !== 'lost') {
    const answer: MailRow[] = about.text === '' ? [] : [[t.answer, about.text]]
    return [[t.reason, t.failures[about.failure]], ...answer, since(about.at)]
  }
  const lines = about.reports.map(
    ({ report_date, source, format }) =>
      `${formatDate(report_date, locale)} – ${reportName(source, locale)}, ${format.toUpperCase()}`,
  )
  const [first = '', ...rest] = about.more > 0 ? [...lines, say('more', { n: about.more })] : lines
  return [[t.reports, [first, ...rest]]]
}
