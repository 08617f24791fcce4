'use client'

import { type FormEvent, type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useTagSuggest } from '@/components/forms/use-tag-suggest'
import { FailureReason } from '@/components/layout/failed-query'
import { useAction } from '@/components/layout/use-action'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { TagField } from '@/components/ui/inputs/tag-field'
import { TextField } from '@/components/ui/inputs/text-field'
import { Popover } from '@/components/ui/overlay/popover'
import { toast } from '@/components/ui/overlay/toast'
import { MAX_LABEL_LENGTH } from '@/lib/domain/monitor-label'
import { MAX_TAG_LENGTH, MAX_TAGS, tidyTags } from '@/lib/domain/tags/tags'

import { monitorName, type MonitorRecord } from '../data/monitor-record'
import { useSaveMonitor } from '../data/use-save-monitor'
import type { SelectionStore } from '../selection/selection-store'

interface RowEditorProps {
  readonly monitor: MonitorRecord
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly store: SelectionStore
  readonly onClose: () => void
  /** Opens the deletion dialog; the editor is already closed then. */
  readonly onDelete: () => void
}

const MASK = /\d\d•{7}\d\d/

function useTagFault(tags: readonly string[]): string | undefined {
  const t = useTranslations('monitors.editor')
  const tooLong = tags.find((tag) => tag.length > MAX_TAG_LENGTH)
  if (tooLong !== undefined) return t('tooLong', { tag: tooLong.slice(0, 20), max: MAX_TAG_LENGTH })
  return tags.length > MAX_TAGS ? t('tooMany', { max: MAX_TAGS }) : undefined
}

interface LabelFieldProps extends Pick<RowEditorProps, 'monitor'> {
  readonly label: string
  readonly onChange: (label: string) => void
}

/** A masked label must be revealed before it is edited, because saving the mask would destroy the number in it. */
function LabelField({ monitor, label, onChange }: LabelFieldProps) {
  const t = useTranslations('monitors.editor')
  const isMasked = MASK.test(label) && label === monitor.label
  return (
    <>
      <TextField
        label={t('label')}
        value={label}
        autoFocus
        maxLength={MAX_LABEL_LENGTH}
        readOnly={isMasked}
        hint={isMasked ? t('labelMasked') : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {isMasked && (
        <div className="mt-1.5">
          <RevealLabel id={monitor.id} onReveal={onChange} />
        </div>
      )}
    </>
  )
}

export function MonitorRowEditor({ monitor, triggerRef, store, onClose, onDelete }: RowEditorProps) {
  const t = useTranslations('monitors.editor')
  const common = useTranslations('common')
  const { reason } = usePermission('monitors.update')
  const deletePermission = usePermission('monitors.delete')
  const [label, setLabel] = useState(monitor.label ?? '')
  const [tags, setTags] = useState<readonly string[]>(monitor.tags ?? [])
  const { save, isSaving, error } = useSaveMonitor(monitor, store)
  const { mode } = useViewer()
  const suggest = useTagSuggest({ isListed: mode === 'embedded' })
  const fault = useTagFault(tags)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason !== undefined || fault !== undefined || isSaving || !(await save({ label, tags }))) return
    toast.success(t('saved'))
    onClose()
  }
  const name = monitorName({ ...monitor, label: null, identifier_value: null }) ?? t('title')
  return (
    <Popover label={t('title')} triggerRef={triggerRef} onClose={onClose} className="w-96">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <h3 className="mb-2 truncate font-semibold">{name}</h3>
        <LabelField monitor={monitor} label={label} onChange={setLabel} />
        <div className="mt-3">
          <TagField
            label={t('tags')}
            values={tags}
            onChange={(values) => setTags(tidyTags(values))}
            placeholder={t('tagsPlaceholder')}
            suggest={suggest}
            isFreeText
            error={fault}
          />
        </div>
        {error !== undefined && (
          <div role="alert" className="mt-3 text-danger-ink">
            <FailureReason error={error instanceof Error ? error : null} />
          </div>
        )}
        <div className="mt-3 flex justify-end gap-2">
          <Button
            onClick={onDelete}
            disabledReason={deletePermission.reason}
            className={classNames('mr-auto', deletePermission.allowed && 'text-danger-ink!')}
          >
            {t('delete')}
          </Button>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" disabledReason={reason ?? fault} isPending={isSaving}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Popover>
  )
}

interface RevealLabelProps {
  readonly id: string
  readonly onReveal: (label: string) => void
}

/** Reveals a masked label for editing to users with permission; every press is written to the audit log. */
function RevealLabel({ id, onReveal }: RevealLabelProps) {
  const t = useTranslations('monitors.editor')
  const { reason } = usePermission('personal.reveal')
  const reveal = useAction('personal.reveal', {
    failed: (words) => words,
    onSuccess: ({ value }) => onReveal(value),
  })
  return (
    <Button
      size="sm"
      disabledReason={reason}
      isPending={reveal.isPending}
      title={t('revealNote')}
      onClick={() => reveal.mutate({ body: { kind: 'monitor', id, field: 'label' } })}
    >
      <Icon name="eye" size={14} />
      {t('revealLabel')}
    </Button>
  )
}
