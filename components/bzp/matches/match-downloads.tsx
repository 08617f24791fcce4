'use client'

import { useTranslations } from 'use-intl'

import { TableFileButtons } from '@/components/shared/table-file-buttons'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { lazyPanelCall } from '@/lib/client/queries'
import { warsawDay } from '@/lib/domain/calendar'
import { lazyTable, type FileTable, type ValuedColumn } from '@/lib/domain/files/file-table'
import { matchesCalendarPath } from '@/lib/domain/routes'
import type { BzpAlert, BzpMatch } from '@/lib/features/bzp/contract/alerts'

import { matchAddress, type MatchSearch, toMatchQuery } from './match-search'

interface AlertMatch {
  readonly match: BzpMatch
  readonly alert: string
}

const text = (
  name: string,
  width: number,
  value: (alertMatch: AlertMatch) => string | null | undefined,
): ValuedColumn<AlertMatch> => ({
  name,
  kind: 'text',
  width,
  value: (alertMatch) => value(alertMatch) ?? '',
})

/** Column names are the same in every language. */
const columns: readonly ValuedColumn<AlertMatch>[] = [
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

/** `nameOf` returns the name of an alert by its id. */
const matchesTable = (matches: readonly BzpMatch[], nameOf: (alert: string) => string): FileTable =>
  lazyTable(
    'postepowania',
    columns,
    matches.map((match) => ({ match, alert: nameOf(match.alert_id) })),
  )

const PAGE_SIZE = 500

async function readAllMatches(search: MatchSearch, signal: AbortSignal): Promise<readonly BzpMatch[]> {
  const all: BzpMatch[] = []
  let cursor: string | null | undefined
  do {
    const query = { limit: PAGE_SIZE, ...(typeof cursor === 'string' && { cursor }), ...toMatchQuery(search) }
    const answer = await lazyPanelCall('bzpMatches.list', { query }, { signal })
    all.push(...answer.items)
    cursor = answer.next_cursor
  } while (cursor !== null)
  return all
}

interface MatchDownloadsProps {
  readonly search: MatchSearch
  readonly alerts: readonly BzpAlert[]
}

export function MatchDownloads({ search, alerts }: MatchDownloadsProps) {
  const t = useTranslations('bzp-matches')
  const nameOf = (id: string) => alerts.find((alert) => alert.id === id)?.name ?? ''
  return (
    <span className="flex flex-wrap gap-1.5">
      {search.q === '' ? (
        <a href={matchesCalendarPath(matchAddress.write(search))} download className={buttonClass({ size: 'sm' })}>
          <Icon name="calendar" size={14} />
          {t('calendar')}
        </a>
      ) : (
        <Button size="sm" disabledReason={t('calendarOfText')}>
          <Icon name="calendar" size={14} />
          {t('calendar')}
        </Button>
      )}
      <TableFileButtons
        name={`postepowania-${warsawDay(new Date(useClock()))}`}
        of={t('title')}
        makeTables={async (signal) => [matchesTable(await readAllMatches(search, signal), nameOf)]}
      />
    </span>
  )
}
