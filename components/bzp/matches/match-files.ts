import type { BzpMatch } from '@/lib/contract/panel/bzp-alerts'
import { lazyTable, type FileTable, type ValuedColumn } from '@/lib/domain/files/file-table'

interface SavedMatch {
  readonly match: BzpMatch
  readonly alert: string
}

const text = (
  name: string,
  width: number,
  value: (of: SavedMatch) => string | null | undefined,
): ValuedColumn<SavedMatch> => ({
  name,
  kind: 'text',
  width,
  value: (of) => value(of) ?? '',
})

/** Names of columns do not follow the language of the reader. */
const columns: readonly ValuedColumn<SavedMatch>[] = [
  text('alert', 30, ({ alert }) => alert),
  text('tytul', 60, ({ match }) => match.notice.title),
  text('zamawiajacy', 40, ({ match }) => match.notice.authority),
  text('nip_zamawiajacego', 18, ({ match }) => match.notice.authority_nip),
  text('miejscowosc', 20, ({ match }) => match.notice.city),
  text('wojewodztwo', 20, ({ match }) => match.notice.province),
  text('cpv', 24, ({ match }) => match.notice.cpv?.join(', ')),
  { name: 'termin_ofert', kind: 'moment', width: 20, value: ({ match }) => match.notice.offers_until ?? '' },
  { name: 'wartosc_pln', kind: 'number', width: 16, value: ({ match }) => match.notice.estimated_value_pln },
  { name: 'opublikowano', kind: 'moment', width: 20, value: ({ match }) => match.notice.published_at ?? '' },
  text('numer', 24, ({ match }) => match.notice.notice_number),
  text('postepowanie', 36, ({ match }) => match.tender_id),
  text('adres', 40, ({ match }) => match.notice.url),
  { name: 'znaleziono', kind: 'moment', width: 20, value: ({ match }) => match.found_at },
  text('gwiazdka', 10, ({ match }) => (match.is_starred ? 'tak' : '')),
  text('osoba', 30, ({ match }) => match.assignee?.email),
  text('notatka', 40, ({ match }) => match.note),
  text('odrzucono', 30, ({ match }) => (match.dismissed === null ? '' : (match.dismissed.reason ?? 'tak'))),
]

/** `nameOf`: of an alert by its id. */
export const matchesTable = (matches: readonly BzpMatch[], nameOf: (alert: string) => string): FileTable =>
  lazyTable(
    'postepowania',
    columns,
    matches.map((match) => ({ match, alert: nameOf(match.alert_id) })),
  )
