'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { toast } from '@/components/ui/overlay/toast'
import { isApiError } from '@/lib/domain/api-error'

import { emptyFilter, isEmptyFilter, writeFilter, alertLists, type AlertList, type UnreadValue } from './alert-filter'
import { ExamplesCard } from './examples-card'
import { FilterForm } from './filter-form'
import { PreviewCard, judgeAnswer } from './preview-card'
import { useAlertFilter } from './use-alert-filter'
import { usePreview, type Preview } from './use-preview'
import { VariantsLine } from './variants-line'

const MAX_SHOWN = 40

interface UnreadBannerProps {
  readonly unread: readonly UnreadValue[]
  readonly onForget: () => void
}

/** Conditions of a link that stand for nothing: without a word, their absence would look like an answer. */
function UnreadBanner({ unread, onForget }: UnreadBannerProps) {
  const t = useTranslations('bzp')
  if (unread.length === 0) return null
  const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
  const conditions = unread.map(({ list, text }) =>
    t('unread.condition', { list: t(`fields.${list}.label`), value: shown(text) }),
  )
  const action = (
    <Button size="sm" onClick={onForget}>
      {t('unread.forget')}
    </Button>
  )
  return (
    <div className="mb-4">
      <Banner tone="warn" action={action}>
        <span className="break-words">{t('unread.text', { conditions: conditions.join(', ') })}</span>
      </Banner>
    </div>
  )
}

interface BzpHeaderProps {
  /** Path and query of the page with this filter. */
  readonly address: string
  /** Undefined while there is nothing to clear. */
  readonly onClear: (() => void) | undefined
}

/** Not rendered anywhere, only copied, so it does not matter that the server does not know it. */
const toLink = (address: string): string => (typeof window === 'undefined' ? address : window.location.origin + address)

function BzpHeader({ address, onClear }: BzpHeaderProps) {
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
          <CopyButton
            size="md"
            value={toLink(address)}
            label={t('copyLink')}
            onCopied={() => toast.success(t('linkCopied'))}
          />
        </>
      }
    />
  )
}

interface BzpAlertProps {
  /** Names of the CPV codes in the address, by the value that stands there. */
  readonly cpvNames: Readonly<Record<string, string>>
}

/** A filter for procurement notices with the live count of what it would have found. */
export function BzpAlert({ cpvNames }: BzpAlertProps) {
  const { allowed } = usePermission('bzp.previewAlert')
  return allowed ? <AlertEditor cpvNames={cpvNames} /> : <DeniedPage page="bzp" />
}

function AlertEditor({ cpvNames }: BzpAlertProps) {
  const { filter, unread, forgetUnread, drafts, change, draft, replace, address } = useAlertFilter()
  const preview = usePreview(filter, drafts)
  const errors = useRejectedValues(preview)
  const { counted, isOld } = preview
  const verdict = counted && judgeAnswer(counted.answer)
  const goal = verdict === 'none' || verdict === 'few' ? 'widen' : 'narrow'
  return (
    <>
      <BzpHeader address={address} onClear={isEmptyFilter(filter) ? undefined : () => replace(emptyFilter)} />
      <UnreadBanner unread={unread} onForget={forgetUnread} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <FilterForm filter={filter} errors={errors} cpvNames={cpvNames} onChange={change} onDraft={draft} />
        <div className="grid min-w-0 gap-4">
          <PreviewCard preview={preview} />
          {counted && <ExamplesCard counted={counted} isOld={isOld} />}
          {counted && (
            <VariantsLine key={`${goal} ${writeFilter(filter)}`} filter={filter} goal={goal} onChoose={replace} />
          )}
        </div>
      </div>
    </>
  )
}

type Errors = Partial<Readonly<Record<AlertList, string>>>

/** What a 422 says of single values, by the field they stand in. */
function useRejectedValues({ query, body }: Preview): Errors {
  const t = useTranslations('bzp')
  if (!isApiError(query.error) || query.error.status !== 422) return {}
  const entries = query.error.fields.flatMap(({ path: [list, index], message }) => {
    const known = alertLists.find((each) => each === list)
    if (known === undefined) return []
    const value = typeof index === 'number' ? body[known]?.[index] : undefined
    return [[known, value === undefined ? message : t('rejected', { value, message })] as const]
  })
  return Object.fromEntries(entries)
}
