'use client'

import { type ReactNode, useState, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { PurposeDialogHost, usePurpose } from '@/components/shared/purpose/purpose'
import { Button, LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { SearchField } from '@/components/ui/inputs/search-field'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { PopoverButton } from '@/components/ui/overlay/popover-button'
import { toast } from '@/components/ui/overlay/toast'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { useDebouncedValue } from '@/components/ui/use-debounced-value'
import { isPersonalReport, reportName } from '@/lib/domain/events/sources'
import { formatDate } from '@/lib/domain/format/format'
import { holdsPersonalNumber } from '@/lib/domain/identifiers/personal-number'
import { routes } from '@/lib/domain/routes'
import type { PreviewedReport, PreviewRow } from '@/lib/features/report-preview/contract'

import type { ChosenColumnsProps } from './chosen-columns'
import { recallColumns, rememberColumns, usualColumns } from './preview-columns'
import { PreviewEndNote } from './preview-end'
import { MatchedMonitors } from './preview-figures'
import type { PreviewState } from './preview-messages'
import { PreviewTable, SECTION_ROWS } from './preview-table'
import { usePreviewRows } from './use-preview-rows'

const loadChoice = async () => (await import('./chosen-columns')).ColumnChooser
const ChosenColumns = lazyComponent(loadChoice)

interface PreviewToolbarProps extends Omit<ChosenColumnsProps, 'triggerRef' | 'onClose'> {
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly isMonitored: boolean
  readonly onMonitored: (isMonitored: boolean) => void
  /** Shows or hides the names of persons; null if there are none, or the role need not see them. */
  readonly persons: ReactNode
}

function PreviewToolbar({ search, onSearch, isMonitored, onMonitored, persons, ...choice }: PreviewToolbarProps) {
  const t = useTranslations('report-preview')
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2.5">
      <div className="w-full sm:w-72">
        <SearchField label={t('search')} spellCheck={false} maxLength={200} value={search} onChange={onSearch} />
      </div>
      <Checkbox checked={isMonitored} onChange={(event) => onMonitored(event.target.checked)}>
        {t('monitored')}
      </Checkbox>
      {persons}
      <PopoverButton
        triggerRef={trigger}
        size="sm"
        className="sm:ml-auto"
        disabledReason={choice.all.length === 0 ? t('noColumns') : undefined}
        load={loadChoice}
        renderPopover={(close) => <ChosenColumns {...choice} triggerRef={trigger} onClose={close} />}
      >
        {t('chooseColumns')}
      </PopoverButton>
      {holdsPersonalNumber(search) && <p className="w-full text-sm text-muted">{t('personalSearch')}</p>}
    </div>
  )
}

const PreviewDownload = lazyComponent(async () => (await import('./preview-download')).PreviewDownload)
const RowDialog = lazyComponent(async () => (await import('./row-dialog')).RowDialog)

const SETTLE_MS = 350

export function ReportPreview({ id }: { readonly id: string }) {
  const { allowed } = usePermission('reportPreview.rows')
  return allowed ? <PreviewContent id={id} /> : <DeniedPage page="reports" />
}

function PreviewContent({ id }: { readonly id: string }) {
  const t = useTranslations('report-preview')
  const [search, setSearch] = useState('')
  const [isMonitored, setIsMonitored] = useState(false)
  const debouncedSearch = useDebouncedValue(search.trim(), SETTLE_MS)
  const [showsNames, setShowsNames] = useState(false)
  const rows = usePreviewRows(id, { search: debouncedSearch, isMonitored, showsNames })
  const { state } = rows
  const [opened, setOpened] = useState<PreviewRow>()
  const choice = useColumns(state)
  return (
    <>
      <PreviewHeader report={state.report} />
      <Card labelledBy="rows-title">
        <h2 id="rows-title" className="sr-only">
          {t('table')}
        </h2>
        <PreviewToolbar
          {...choice}
          search={search}
          onSearch={setSearch}
          isMonitored={isMonitored}
          onMonitored={setIsMonitored}
          persons={<PersonsSwitch report={state.report} isOn={showsNames} onChange={setShowsNames} />}
        />
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-1.5">
          <FoundRows state={state} isNarrowed={isMonitored || debouncedSearch !== ''} />
          {/* Rendered after the rows, so that it does not delay them. */}
          {(state.count > 0 || state.end !== undefined) && <Download id={id} report={state.report} />}
        </div>
        <Sections
          key={`${debouncedSearch} ${isMonitored} ${showsNames}`}
          {...rows}
          columns={choice.chosen}
          onOpen={setOpened}
        />
        <PreviewEndNote state={state} onMore={rows.more} />
      </Card>
      {state.report !== undefined && (
        <MatchedMonitors key={id} id={id} search={debouncedSearch} report={state.report} showsNames={showsNames} />
      )}
      {opened && <RowDialog reportId={id} row={opened} showsNames={showsNames} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface PersonsSwitchProps {
  readonly report: PreviewedReport | undefined
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** One press shows the names of persons to those who may see them, for the purpose of the session, as in a download. */
function PersonsSwitch({ report, isOn, onChange }: PersonsSwitchProps) {
  const t = useTranslations('report-preview')
  const { allowed } = usePermission('personal.reveal')
  const toText = useFailureText()
  const purpose = usePurpose()
  if (!allowed || report === undefined || !isPersonalReport(report.source ?? undefined)) return null
  const show = async () => {
    try {
      if (await purpose.ensure()) onChange(true)
    } catch (error) {
      toast.error(toText(error))
    }
  }
  return (
    <>
      <Checkbox checked={isOn} onChange={() => (isOn ? onChange(false) : void show())}>
        {t('persons')}
      </Checkbox>
      <PurposeDialogHost question={purpose} />
    </>
  )
}

function PreviewHeader({ report }: { readonly report: PreviewedReport | undefined }) {
  const t = useTranslations('report-preview')
  const name = useReportName(report)
  const { allowed: mayShowNames } = usePermission('personal.reveal')
  return (
    <PageHeader
      title={name ? t('titleOf', { name }) : t('title')}
      subtitle={
        <>
          {t(mayShowNames ? 'subtitleMayShow' : 'subtitle')}{' '}
          {report?.expires_at != null && (
            <>
              {t('until')} <Time instant={report.expires_at} />.
            </>
          )}
        </>
      }
      actions={<LinkButton href={asRoute(routes.reports)}>{t('back')}</LinkButton>}
    />
  )
}

function Download({ id, report }: { readonly id: string; readonly report: PreviewedReport | undefined }) {
  const name = useReportName(report)
  return name ? <PreviewDownload id={id} name={name} expiresAt={report?.expires_at ?? null} /> : null
}

function useReportName(report: PreviewedReport | undefined): string | undefined {
  const locale = useLocale()
  if (report === undefined) return undefined
  const days = [report.report_date, report.date_from, report.date_to]
  const dateText = [...new Set(days)].flatMap((day) => (day === null ? [] : [formatDate(day, locale)])).join(' – ')
  return [reportName(report.source ?? '', locale), report.format.toUpperCase(), dateText].filter(Boolean).join(', ')
}

/** The user's columns for this source, or the defaults. */
function useColumns({ columns: all, report }: PreviewState) {
  const { mark } = useViewer()
  const source = report?.source ?? null
  const [chosen, setChosen] = useState<readonly string[]>()
  const selectedColumns = chosen ?? (report === undefined ? undefined : recallColumns(mark, source))
  const known = all.filter((name) => selectedColumns?.includes(name))
  const choose = (columns: readonly string[]) => {
    setChosen(columns)
    rememberColumns(mark, source, columns)
  }
  const defaultColumns = usualColumns(source, all)
  return {
    all,
    chosen: known.length > 0 ? known : defaultColumns,
    onChoose: choose,
    onReset: () => choose(defaultColumns),
  }
}

/** How many rows were found and read; announced once it settles. */
function FoundRows({ state, isNarrowed }: { readonly state: PreviewState; readonly isNarrowed: boolean }) {
  const t = useTranslations('report-preview.found')
  const countValues = useCountValues()
  const { report, count, read, isReading, end, fault } = state
  const isAll = end?.why === 'whole'
  if (fault !== undefined && count === 0) return null
  const text = () => {
    if (isAll && count === 0) return isNarrowed ? t('none') : t('noChanges')
    if (isNarrowed)
      return isAll
        ? t('narrowed', countValues(count))
        : t('searching', { ...countValues(count), read: countValues(read).count })
    if (report?.row_count != null) return t('all', countValues(report.row_count))
    return isAll ? t('all', countValues(count)) : t('shown', countValues(count))
  }
  return (
    <p role="status" className="text-sm text-muted">
      {report === undefined && isReading ? t('opening') : text()}
      <span className="sm:hidden"> {t('sideways')}</span>
    </p>
  )
}

type RowsState = ReturnType<typeof usePreviewRows>
interface SectionsProps extends RowsState {
  readonly columns: readonly string[]
  readonly onOpen: (row: PreviewRow) => void
}

function Sections({ state, window: shown, show, columns, onOpen }: SectionsProps) {
  const t = useTranslations('report-preview')
  const countValues = useCountValues()
  const [section, setSection] = useState(0)
  const start = section * SECTION_ROWS
  if (state.count === 0) return null
  const hasNext = state.count > start + SECTION_ROWS
  return (
    <>
      <PreviewTable key={section} {...{ state, start, columns, onOpen }} window={shown} onShow={show} />
      {(section > 0 || hasNext) && (
        <div className="flex flex-wrap items-center gap-2 border-t px-4 py-2.5">
          {section > 0 && (
            <Button size="sm" onClick={() => setSection(section - 1)}>
              {t('sections.former', countValues(SECTION_ROWS))}
            </Button>
          )}
          {hasNext && (
            <Button size="sm" onClick={() => setSection(section + 1)}>
              {t('sections.next', countValues(SECTION_ROWS))}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
