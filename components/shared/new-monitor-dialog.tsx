'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { useTagSuggest } from '@/components/forms/use-tag-suggest'
import { PaymentBanner } from '@/components/layout/payment/payment-banner'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { useViewer } from '@/components/layout/viewer'
import { TagField } from '@/components/ui/inputs/tag-field'
import { TextField } from '@/components/ui/inputs/text-field'
import { useCountValues } from '@/components/ui/use-count-values'
import type { Input } from '@/lib/contract/table'
import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { MAX_LABEL_LENGTH } from '@/lib/domain/monitor-label'
import { MAX_TAG_LENGTH, MAX_TAGS, tidyTags } from '@/lib/domain/tags/tags'

export interface NewMonitorWords {
  readonly title: string
  readonly explain: string
  readonly create: string
  readonly createdText: string
  /** Shown if the account already has a monitor for it. */
  readonly duplicateText: string
  /** Shown if the monitored object no longer exists. */
  readonly missingText?: string
}

interface NewMonitorDialogProps {
  /** A number or a filter. */
  readonly watched: Omit<Input<'monitors.create'>['body'], 'label' | 'tags'>
  readonly words: NewMonitorWords
  readonly initialLabel?: string | null | undefined
  readonly onClose: () => void
}

export function NewMonitorDialog({ watched, words, initialLabel, onClose }: NewMonitorDialogProps) {
  const t = useTranslations('monitors-new')
  const { mode } = useViewer()
  const suggest = useTagSuggest({ isListed: mode === 'embedded' })
  const [label, setLabel] = useState(initialLabel ?? '')
  const [tags, setTags] = useState<readonly string[]>([])
  const { mutate, isPending, error } = useAction('monitors.create', { done: words.createdText, onSuccess: onClose })
  const isTooMany = tags.length > MAX_TAGS || tags.some((tag) => tag.length > MAX_TAG_LENGTH)
  const fault = isTooMany ? t('tagFault', { max: MAX_TAGS, length: MAX_TAG_LENGTH }) : undefined
  const submit = () => {
    if (fault === undefined) mutate({ body: { ...watched, label: label.trim() || undefined, tags: [...tags] } })
  }
  return (
    <FormDialog
      title={words.title}
      submitLabel={words.create}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-muted">{words.explain}</p>
      <TextField
        label={t('label')}
        isOptional
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
      <Refusal error={error} words={words} />
    </FormDialog>
  )
}

function Refusal({ error, words }: { readonly error: Error | null; readonly words: NewMonitorWords }) {
  const toWords = useRefusalWords(words)
  if (error === null) return null
  if (isApiError(error) && error.status === 402) return <PaymentBanner error={error} />
  return (
    <p role="alert" className="text-danger-ink">
      {toWords(error)}
    </p>
  )
}

function useRefusalWords({ duplicateText, missingText }: NewMonitorWords): (error: Error) => string {
  const t = useTranslations('monitors-new')
  const toText = useFailureText()
  const countValues = useCountValues()
  const conflictText = ({ code, detail: { limit } }: ApiError) => {
    if (code !== 'monitor_limit') return duplicateText
    return typeof limit === 'number' ? t('limit', countValues(limit)) : t('limitUnknown')
  }
  return (error) => {
    if (!isApiError(error)) return toText(error)
    if (error.status === 409) return conflictText(error)
    return error.status === 404 && missingText !== undefined ? missingText : toText(error)
  }
}
