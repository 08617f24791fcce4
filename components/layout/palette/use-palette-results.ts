'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { useDebouncedValue } from '@/components/ui/use-debounced-value'
import { monitorWords } from '@/lib/client/monitors/monitor-words'
import { panelQuery, query as queryOf } from '@/lib/client/queries'
import { companyQuery, pageNumberOf } from '@/lib/domain/companies/company-number'
import { shownText } from '@/lib/domain/events/event-text'
import { reportName } from '@/lib/domain/events/sources'
import { foldText, includesWords, searchWords } from '@/lib/domain/fold'
import { formatDate } from '@/lib/domain/format/format'
import { shortName } from '@/lib/domain/format/short-name'
import { holdsPersonalNumber, mayHoldPesel } from '@/lib/domain/identifiers/personal-number'
import {
  companyPath,
  eventPath,
  filterPath,
  monitorPath,
  monitorSearchPath,
  reportsOfDayPath,
} from '@/lib/domain/routes'

import { usePermission } from '../viewer'
import type { Command } from './commands'

/** Results per kind; the full list is on its page. */
const MAX_RESULTS = 5
const MIN_LETTERS = 2
/** Waits for a pause in typing before searching. */
const PAUSE_MS = 150

export interface PaletteResults {
  readonly commands: readonly Command[]
  readonly isSearching: boolean
  readonly isFailed: boolean
}

/** Companies of the register, and monitors, events, filters and reports of the account, that match the typed text. */
export function usePaletteResults(text: string, go: (href: string) => void): PaletteResults {
  const typed = text.trim()
  const debouncedText = useDebouncedValue(typed, PAUSE_MS)
  const q = debouncedText.length >= MIN_LETTERS ? debouncedText : ''
  const parts = [useCompanies(q, go), useMonitors(q, go), useEvents(q, go), useFilters(q, go), useReports(q, go)]
  const isLongEnough = typed.length >= MIN_LETTERS
  return {
    commands: isLongEnough ? parts.flatMap(({ commands }) => commands) : [],
    isSearching: isLongEnough && (debouncedText !== typed || parts.some(({ isSearching }) => isSearching)),
    isFailed: isLongEnough && parts.some(({ isFailed }) => isFailed),
  }
}

type Go = (href: string) => void
const noItems: readonly never[] = []

/** This search is free of charge. A text that may be a personal number is not sent. */
function useCompanies(q: string, go: Go): PaletteResults {
  const t = useTranslations('layout.palette')
  const { allowed } = usePermission('search.list')
  const isEnabled = q !== '' && allowed && !mayHoldPesel(q)
  const { data, isLoading, isError } = useQuery({
    ...queryOf('search.list', { query: { q: companyQuery(q), limit: MAX_RESULTS } }),
    enabled: isEnabled,
  })
  const commands = ((isEnabled && data?.items) || noItems).map((company): Command => {
    const { id, name, city } = company
    const number = pageNumberOf(company)
    return {
      id: `company-${id}`,
      group: 'companies',
      label: name ?? t('unnamed'),
      note: city ?? number,
      run: () => go(companyPath(number)),
    }
  })
  return { commands, isSearching: isLoading, isFailed: isError }
}

function useMonitors(q: string, go: Go): PaletteResults {
  const t = useTranslations('layout.palette')
  const listPermission = usePermission('monitors.list')
  const persons = usePermission('personal.reveal')
  const isEnabled = q !== '' && listPermission.allowed && (persons.allowed || !holdsPersonalNumber(q))
  const { data, isLoading, isError } = useQuery({
    ...queryOf('monitors.list', { query: { q, limit: MAX_RESULTS } }),
    enabled: isEnabled,
  })
  const items = (isEnabled && data?.items) || noItems
  const commands = items.map((monitor): Command => {
    const { name, note } = monitorWords(monitor)
    return {
      id: monitor.id,
      group: 'monitors',
      label: name ?? note ?? t('unnamed'),
      note,
      run: () => go(monitorPath(monitor.id)),
    }
  })
  const hasMore = items.length === MAX_RESULTS && !holdsPersonalNumber(q)
  const all: Command = {
    id: 'all-monitors',
    group: 'monitors',
    label: t('allMonitors', { query: q }),
    run: () => go(monitorSearchPath(q)),
  }
  return { commands: hasMore ? [...commands, all] : commands, isSearching: isLoading, isFailed: isError }
}

/** The newest events, with what they are about. A text that may be a personal number is not sent. */
function useEvents(q: string, go: Go): PaletteResults {
  const t = useTranslations('layout.palette')
  const locale = useLocale()
  const { allowed } = usePermission('events.list')
  const isEnabled = q !== '' && allowed && !mayHoldPesel(q)
  const { data, isLoading, isError } = useQuery({
    ...panelQuery('events.list', { query: { q, limit: MAX_RESULTS } }),
    enabled: isEnabled,
  })
  const commands = ((isEnabled && data?.items) || noItems).map((event): Command => {
    const { id, kind, severity, day } = event
    const name = shortName(shownText(event.subject_name) ?? t('unnamed'))
    return {
      id: `event-${id}`,
      group: 'events',
      label: [name, shownText(event.title)].filter((part) => part !== undefined).join(': '),
      note: formatDate(day, locale),
      event: { kind, severity },
      run: () => go(eventPath(id)),
    }
  })
  return { commands, isSearching: isLoading, isFailed: isError }
}

function useFilters(q: string, go: Go): PaletteResults {
  const { allowed } = usePermission('filters.list')
  const { data, isLoading, isError } = useQuery({
    ...queryOf('filters.list', { query: {} }),
    enabled: q !== '' && allowed,
  })
  const words = searchWords(q)
  const commands = (q === '' ? noItems : (data?.items ?? noItems))
    .filter(({ name }) => includesWords(foldText(name ?? ''), words))
    .slice(0, MAX_RESULTS)
    .map(({ id, name }): Command => {
      return { id: `filter-${id}`, group: 'filters', label: shownText(name) ?? id, run: () => go(filterPath(id)) }
    })
  return { commands, isSearching: isLoading, isFailed: isError }
}

function useReports(q: string, go: Go): PaletteResults {
  const t = useTranslations('layout.palette')
  const locale = useLocale()
  const { allowed } = usePermission('reports.dailyIndex')
  const { data, isLoading, isError } = useQuery({
    ...queryOf('reports.dailyIndex', { query: {} }),
    enabled: q !== '' && allowed,
  })
  const words = searchWords(q)
  const days = new Map<string, Command>()
  for (const { report_date: date, source } of q === '' ? noItems : (data ?? noItems)) {
    if (date === undefined || date === null || !source) continue
    const label = t('report', { source: reportName(source, locale), day: formatDate(date, locale) })
    const isFound = includesWords(foldText(`${label} ${source} ${date} ${t('reports')}`), words)
    if (!isFound || days.size === MAX_RESULTS) continue
    const id = `report-${source}-${date}`
    days.set(id, { id, group: 'reports', label, run: () => go(reportsOfDayPath(date, source)) })
  }
  return { commands: [...days.values()], isSearching: isLoading, isFailed: isError }
}
