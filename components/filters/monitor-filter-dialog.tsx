'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useTagSuggest } from '@/components/forms/use-tag-suggest'
import { PaymentBanner } from '@/components/layout/payment/payment-banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import { useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { TagField } from '@/components/ui/inputs/tag-field'
import { TextField } from '@/components/ui/inputs/text-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { mutation } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { MAX_TAG_LENGTH, MAX_TAGS, tidyTags } from '@/lib/domain/tags/tags'

import type { FilterRecord } from './draft/filter-draft'

interface MonitorFilterDialogProps {
  readonly filter: FilterRecord
  readonly onClose: () => void
}

const MAX_LABEL_LENGTH = 200
const numberIn = (detail: Readonly<Record<string, unknown>>, key: string): number => Number(detail[key] ?? 0)

function useProblem(error: unknown): string | undefined {
  const t = useTranslations('filters.monitors')
  const toText = useFailureText()
  if (error === null) return undefined
  if (!isApiError(error)) return toText(error)
  if (error.code === 'monitor_limit') return t('limit', { limit: numberIn(error.detail, 'limit') })
  if (error.code === 'conflict') return t('taken')
  return error.status === 404 ? t('gone') : toText(error)
}

function useCreateMonitor(onDone: () => void) {
  const t = useTranslations('filters.monitors')
  const client = useQueryClient()
  return useMutation({
    ...mutation('monitors.create'),
    onSuccess: async () => {
      toast.success(t('done'))
      onDone()
      await client.invalidateQueries({ queryKey: ['monitors'] })
      await client.invalidateQueries({ queryKey: ['filters', 'uses'] })
      await client.invalidateQueries({ queryKey: ['usage', 'summary'] })
    },
    onError: async (failure) => {
      // Somebody else may have been faster: then the list shows the monitor.
      if (isApiError(failure) && failure.status === 409) await client.invalidateQueries({ queryKey: ['monitors'] })
    },
  })
}

/** Makes a monitor that works by the filter. */
export function MonitorFilterDialog({ filter, onClose }: MonitorFilterDialogProps) {
  const t = useTranslations('filters.monitors')
  const common = useTranslations('common')
  const { mode } = useViewer()
  const suggest = useTagSuggest({ isListed: mode === 'embedded' })
  const [label, setLabel] = useState(filter.name ?? '')
  const [tags, setTags] = useState<readonly string[]>([])
  const { mutate, isPending, error } = useCreateMonitor(onClose)
  const problem = useProblem(error)
  const isTooMany = tags.length > MAX_TAGS || tags.some((tag) => tag.length > MAX_TAG_LENGTH)
  const fault = isTooMany ? t('tagFault', { max: MAX_TAGS, length: MAX_TAG_LENGTH }) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || fault !== undefined) return
    mutate({ body: { filter_id: filter.id, label: label.trim(), tags: [...tags] } })
  }
  return (
    <Dialog
      title={t('dialog', { name: filter.name ?? '' })}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="md"
    >
      <form onSubmit={submit} noValidate className="grid gap-3">
        <p className="text-muted">{t('explain')}</p>
        <TextField
          label={t('monitorLabel')}
          value={label}
          autoFocus
          autoComplete="off"
          maxLength={MAX_LABEL_LENGTH}
          onChange={(event) => setLabel(event.target.value)}
        />
        <TagField
          label={t('tags')}
          isOptional
          values={tags}
          suggest={suggest}
          onChange={(values) => setTags(tidyTags(values))}
          error={fault}
        />
        <PaymentBanner error={error} />
        {problem !== undefined && !(isApiError(error) && error.status === 402) && (
          <p role="alert" className="text-danger-ink">
            {problem}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={isPending} disabledReason={fault}>
            {t('create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
