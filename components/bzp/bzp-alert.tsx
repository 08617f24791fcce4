'use client'

import { DeniedPage } from '@/components/layout/denied-page'
import { usePermission } from '@/components/layout/viewer'

import { emptyFilter, isEmptyFilter, writeFilter } from './alert-filter'
import { BzpHeader } from './bzp-header'
import { ExamplesCard } from './examples-card'
import { FilterForm } from './filter-form'
import { PreviewCard, verdictOfAnswer } from './preview-card'
import { UnreadBanner } from './unread-banner'
import { useAlertFilter } from './use-alert-filter'
import { usePreview } from './use-preview'
import { useRejectedValues } from './use-rejected-values'
import { VariantsLine } from './variants-line'

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
  const verdict = counted && verdictOfAnswer(counted.answer)
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
