'use client'

import { hashKey } from '@tanstack/react-query'
import { useTranslations, useLocale } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { CopyButton } from '@/components/ui/copy-button'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { toast } from '@/components/ui/overlay/toast'
import { isApiError } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'

import { EditedAlert } from '../alerts/edited-alert'
import { SaveAlertButton } from '../alerts/save-alert-button'
import type { ComparePanelProps } from '../compare/compare-panel'
import type { ExplainPartProps } from '../explain/explain-part'
import type { WhyZeroProps } from '../explain/why-zero'
import {
  alertLimits,
  type AlertLimit,
  emptyFilter,
  isEmptyFilter,
  toPreviewBody,
  writeFilter,
  alertLists,
  type AlertFilter,
  type AlertList,
} from '../filter/alert-filter'
import { FilterForm } from '../filter/filter-form'
import { useAlertFilter } from '../filter/use-alert-filter'
import { ExamplesCard } from './examples-card'
import { InvalidConditionsBanner } from './invalid-conditions-banner'
import { PreviewCard, judgeAnswer } from './preview-card'
import { usePreview, type Preview } from './use-preview'

const ExplainPart = deferredComponent<ExplainPartProps>(
  async () => (await import('../explain/explain-part')).ExplainPart,
)
const WhyZero = lazyComponent<WhyZeroProps>(async () => (await import('../explain/why-zero')).WhyZero)
const ComparePanel = lazyComponent<ComparePanelProps>(
  async () => (await import('../compare/compare-panel')).ComparePanel,
)

interface BzpHeaderProps {
  readonly filter: AlertFilter
  /** Path and query of the page with this filter; undefined if the filter is too long for an address. */
  readonly address: string | undefined
  /** Undefined while there is nothing to clear. */
  readonly onClear: (() => void) | undefined
}

/** The link is only copied and never rendered, so its missing origin on the server does not matter. */
const toLink = (address: string): string => (typeof window === 'undefined' ? address : window.location.origin + address)

function BzpHeader({ filter, address, onClear }: BzpHeaderProps) {
  const t = useTranslations('bzp')
  return (
    <PageHeader
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        <>
          {onClear && (
            <Button variant="ghost" onClick={onClear}>
              {t('clear')}
            </Button>
          )}
          {address !== undefined && (
            <CopyButton
              size="md"
              value={toLink(address)}
              label={t('copyLink')}
              onCopied={() => toast.success(t('linkCopied'))}
            />
          )}
          <SaveAlertButton filter={filter} />
        </>
      }
    />
  )
}

interface BzpSearchProps {
  /** Names of the CPV codes in the address, by value. */
  readonly cpvNames: Readonly<Record<string, string>>
  /** The price of one notice of the list in units; undefined if it has none. */
  readonly unitsEach: number | undefined
}

export function BzpSearch(props: BzpSearchProps) {
  const { allowed } = usePermission('bzp.previewAlert')
  return allowed ? <AlertEditor {...props} /> : <DeniedPage page="bzp" />
}

function AlertEditor({ cpvNames, unitsEach }: BzpSearchProps) {
  const search = useAlertFilter()
  const { filter, alert, compared, drafts, replace, changeState } = search
  const preview = usePreview(filter, drafts)
  const errors = useRejectedValues(preview)
  const { counted, isOld } = preview
  const explanation = <CountExplanation filter={filter} preview={preview} onChoose={replace} />
  // Why nothing is found comes first; otherwise the results do, so that they are beside the form.
  const isZero = counted !== undefined && judgeAnswer(counted.answer) === 'none'
  return (
    <>
      <BzpHeader
        filter={filter}
        address={search.hasAddress ? `${search.pathname}${writeFilter(filter)}` : undefined}
        onClear={isEmptyFilter(filter) ? undefined : () => replace(emptyFilter)}
      />
      <EditedAlert filter={filter} id={alert} onApplyFilter={replace} onLeave={() => changeState({ alert: null })} />
      <InvalidConditionsBanner invalid={search.invalid} onForget={search.forgetInvalid} />
      {!search.hasAddress && <TooLongBanner alert={alert} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <FilterForm
            filter={filter}
            errors={errors}
            cpvNames={cpvNames}
            onChange={search.changeList}
            onDraft={search.changeDraft}
            onLimits={search.changeLimits}
          />
          <CountBar preview={preview} />
        </div>
        <div className="grid min-w-0 gap-4">
          <PreviewCard preview={preview} onAddCode={(code) => search.changeList('cpv', [...filter.cpv, code])} />
          {isZero && explanation}
          {counted && <ExamplesCard counted={counted} isOld={isOld} unitsEach={unitsEach} onMoreLike={replace} />}
          {!isZero && explanation}
          {compared === null ? (
            <CompareStart onStart={() => changeState({ compared: filter })} />
          ) : (
            <ComparePanel filter={filter} compared={compared} onChangeState={changeState} />
          )}
        </div>
      </div>
    </>
  )
}

/** A filter that is too long for an address can still be saved in its alert. */
function TooLongBanner({ alert }: { readonly alert: string | null }) {
  const t = useTranslations('bzp')
  if (alert !== null) return null
  return (
    <Banner tone="warn" className="mb-4">
      {t('tooLong')}
    </Banner>
  )
}

interface CountExplanationProps {
  readonly filter: AlertFilter
  readonly preview: Preview
  readonly onChoose: (filter: AlertFilter) => void
}

/** Explains how conditions affect the count; it opens automatically only if nothing is found. */
function CountExplanation({ filter, preview: { counted, isOld, pause }, onChoose }: CountExplanationProps) {
  if (counted === undefined || isEmptyFilter(filter)) return null
  const verdict = judgeAnswer(counted.answer)
  const goal = verdict === 'none' || verdict === 'few' ? 'widen' : 'narrow'
  if (verdict !== 'none') return <ExplainPart filter={filter} goal={goal} onChoose={onChoose} />
  // A text that is still being typed cannot be removed from the filter.
  const isCountedFilter = hashKey([counted.body]) === hashKey([toPreviewBody(filter)])
  return isOld || pause !== undefined || !isCountedFilter ? null : <WhyZero filter={filter} onChoose={onChoose} />
}

function CompareStart({ onStart }: { readonly onStart: () => void }) {
  const t = useTranslations('bzp.compare')
  return (
    <div>
      <Button size="sm" onClick={onStart}>
        {t('start')}
      </Button>
    </div>
  )
}

type Errors = Partial<Readonly<Record<AlertList | AlertLimit, string>>>

/** Assigns the messages of a 422 to the fields of the refused values. */
function useRejectedValues({ query, body }: Preview): Errors {
  const t = useTranslations('bzp')
  if (!isApiError(query.error) || query.error.status !== 422) return {}
  const entries = query.error.fields.flatMap(
    ({ path: [field, index], message }): [AlertList | AlertLimit, string][] => {
      const limit = alertLimits.find((each) => each === field)
      if (limit !== undefined) return [[limit, message]]
      const list = alertLists.find((each) => each === field)
      if (list === undefined) return []
      const value = typeof index === 'number' ? body[list]?.[index] : undefined
      return [[list, value === undefined ? message : t('rejected', { value, message })]]
    },
  )
  return Object.fromEntries(entries)
}

/**
 * Shows the count at the bottom of the window while the preview is below the visible form. It is hidden from screen
 * readers, because the preview announces the same count.
 */
function CountBar({ preview: { counted, isOld } }: { readonly preview: Preview }) {
  const t = useTranslations('bzp.preview')
  const locale = useLocale()
  const { count, days } = counted?.answer ?? {}
  if (typeof count !== 'number') return null
  return (
    <div
      aria-hidden
      data-testid="count-bar"
      className="pointer-events-none sticky bottom-3 z-10 mt-3 flex justify-center lg:hidden"
    >
      <p className="flex items-baseline gap-2 rounded-full border bg-card px-4 py-2 shadow-float">
        <span className={classNames('font-semibold tabular', isOld && 'text-muted')}>
          {formatInteger(count, locale)}
        </span>
        <span className="text-sm text-muted">
          {typeof days === 'number' ? t('line', { count, days }) : t('plain', { count })}
        </span>
      </p>
    </div>
  )
}
