import { reportName } from '@/lib/domain/events/sources'
import { formatDate, formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import type { ArchiveFailure } from '@/lib/domain/reports/archive'
import { routes } from '@/lib/domain/routes'

import { composeMail, type MailRow, type MailWords } from '../mail/mail-layout'

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

const texts = {
  pl: {
    subjects: {
      off: 'Archiwum raportów zostało wyłączone',
      failing: 'Archiwum raportów nie działa',
      working: 'Archiwum raportów znów działa',
      lost: 'Raportów nie udało się zapisać na czas',
    },
    notes: {
      off: 'Panel sam nie spróbuje ponownie. Popraw ustawienia archiwum i włącz je; raporty, które usługa jeszcze udostępnia, zostaną zapisane.',
      failing: 'Panel próbuje dalej. Raport, który wygaśnie w usłudze, zanim zostanie zapisany, będzie stracony.',
      working: 'Zaległe raporty, które usługa jeszcze udostępnia, są zapisywane.',
      lost: 'Usługa już ich nie udostępnia w tej postaci. Tych plików nie ma w archiwum.',
    },
    failures: {
      disk_full: 'Na dysku serwera brakuje miejsca',
      disk_refused: 'Dysk serwera odmawia zapisu',
      place_unreachable: 'Nie można połączyć się z magazynem S3',
      place_error: 'Magazyn S3 odpowiada błędem',
      address_refused: 'Operator panelu nie dopuszcza adresu magazynu S3',
      credentials: 'Magazyn S3 odrzuca klucze dostępu',
      no_bucket: 'Nie ma takiego zasobnika (bucket) S3',
      secret_lost: 'Nie można odczytać zapisanych kluczy S3',
      name_taken: 'Nazwa pliku jest zajęta przez inny plik',
      service_unreachable: 'Usługa z raportami nie odpowiada',
      service_refused: 'Usługa odmawia wydania raportów',
      report_broken: 'Raport z usługi jest uszkodzony lub niepełny',
    },
    zone: 'czas warszawski',
    account: 'Konto',
    reason: 'Powód',
    answer: 'Odpowiedź',
    since: 'Od kiedy',
    reports: 'Raporty',
    more: (n: number) => `oraz inne: ${n}`,
    open: 'Archiwum raportów',
  },
  en: {
    subjects: {
      off: 'The report archive was turned off',
      failing: 'The report archive does not work',
      working: 'The report archive works again',
      lost: 'Reports could not be stored in time',
    },
    notes: {
      off: 'The panel does not try again by itself. Correct the settings of the archive and turn it on; reports that the service still has will be stored.',
      failing: 'The panel goes on trying. A report that expires at the service before it is stored will be lost.',
      working: 'Reports that were left behind and that the service still has are being stored.',
      lost: 'The service no longer has them in this form. These files are not in the archive.',
    },
    failures: {
      disk_full: 'The disk of the server has no room left',
      disk_refused: 'The disk of the server refuses to be written',
      place_unreachable: 'The S3 storage cannot be reached',
      place_error: 'The S3 storage answers with an error',
      address_refused: 'The operator of the panel does not allow the address of the S3 storage',
      credentials: 'The S3 storage refuses the access keys',
      no_bucket: 'There is no such S3 bucket',
      secret_lost: 'The stored S3 keys cannot be read',
      name_taken: 'The name of the file is taken by another file',
      service_unreachable: 'The service that has the reports does not answer',
      service_refused: 'The service refuses to give out the reports',
      report_broken: 'The report from the service is broken or incomplete',
    },
    zone: 'Warsaw time',
    account: 'Account',
    reason: 'Reason',
    answer: 'Answer',
    since: 'Since',
    reports: 'Reports',
    more: (n: number) => `and others: ${n}`,
    open: 'Report archive',
  },
} as const

/** To owners and compliance staff. No name of a person is in it: reports are named by day, source and format. */
export function archiveMail(locale: Locale, { account, panelUrl, about }: Facts): MailWords {
  const t = texts[locale]
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
  const t = texts[locale]
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
  const [first = '', ...rest] = about.more > 0 ? [...lines, t.more(about.more)] : lines
  return [[t.reports, [first, ...rest]]]
}
