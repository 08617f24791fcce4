'use client'

import { useTranslations } from 'use-intl'

import { useSaveTable } from '@/components/shared/use-save-table'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { Icon } from '@/components/ui/icon'
import { FileButton } from '@/components/ui/inputs/file-button'
import { lazyPanelCall } from '@/lib/client/queries'
import type { BzpAlert, BzpMatch } from '@/lib/contract/panel/bzp-alerts'
import { warsawDay } from '@/lib/domain/calendar'
import { matchesCalendarPath } from '@/lib/domain/routes'

import { matchesTable } from './match-files'
import { matchAddress, type MatchSearch, toMatchQuery } from './match-search'

const PART = 500

/** Every page of the list, whatever is on screen. */
async function readAllMatches(search: MatchSearch, signal: AbortSignal): Promise<readonly BzpMatch[]> {
  const all: BzpMatch[] = []
  let cursor: string | null | undefined
  do {
    const query = { limit: PART, ...(typeof cursor === 'string' && { cursor }), ...toMatchQuery(search) }
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

/** The list as a table, and its deadlines as a calendar. */
export function MatchDownloads({ search, alerts }: MatchDownloadsProps) {
  const t = useTranslations('bzp-matches')
  const { save, isSaving } = useSaveTable()
  const nameOf = (id: string) => alerts.find((alert) => alert.id === id)?.name ?? ''
  const download = (format: 'csv' | 'xlsx') =>
    void save({
      name: `postepowania-${warsawDay(new Date())}.${format}`,
      format,
      makeTables: async (signal) => [matchesTable(await readAllMatches(search, signal), nameOf)],
    })
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
      {(['csv', 'xlsx'] as const).map((format) => (
        <FileButton
          key={format}
          format={format}
          of={t('title')}
          isPending={isSaving}
          onClick={() => download(format)}
        />
      ))}
    </span>
  )
}
