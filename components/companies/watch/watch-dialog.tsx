'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { useTagSuggest } from '@/components/forms/use-tag-suggest'
import { PaymentBanner } from '@/components/layout/payment/payment-banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import { useViewer } from '@/components/layout/viewer'
import { TagField } from '@/components/ui/inputs/tag-field'
import { TextField } from '@/components/ui/inputs/text-field'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { mutation } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { MAX_TAG_LENGTH, MAX_TAGS, tidyTags } from '@/lib/domain/tags/tags'

import type { WatchedNumber } from './watched-number'

interface WatchDialogProps {
  readonly watched: WatchedNumber
  readonly name: string | undefined
  readonly onClose: () => void
}

const MAX_LABEL_LENGTH = 200

/** Label and tags of a monitor that is made for the company. */
export function WatchDialog({ watched, name, onClose }: WatchDialogProps) {
  const t = useTranslations('companies.watch')
  const { mode } = useViewer()
  const suggest = useTagSuggest({ isListed: mode === 'embedded' })
  const [label, setLabel] = useState('')
  const [tags, setTags] = useState<readonly string[]>([])
  const { mutate, isPending, error } = useWatch(onClose)
  const isTooMany = tags.length > MAX_TAGS || tags.some((tag) => tag.length > MAX_TAG_LENGTH)
  const fault = isTooMany ? t('tagFault', { max: MAX_TAGS, length: MAX_TAG_LENGTH }) : undefined
  const submit = () => {
    if (fault === undefined) mutate({ body: { ...watched, label: label.trim() || undefined, tags: [...tags] } })
  }
  return (
    <FormDialog
      title={name === undefined ? t('dialogUnnamed') : t('dialog', { name })}
      submitLabel={t('create')}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-muted">{t('explain')}</p>
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
      <Refusal error={error} />
    </FormDialog>
  )
}

function useWatch(onDone: () => void) {
  const t = useTranslations('companies.watch')
  const client = useQueryClient()
  const refresh = () =>
    Promise.all(
      [['panel', 'companies', 'get'], ['monitors'], ['usage', 'summary']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  return useMutation({
    ...mutation('monitors.create'),
    onSuccess: async () => {
      toast.success(t('done'))
      onDone()
      await refresh()
    },
    // Somebody else may have been faster: then the page shows their monitor.
    onError: (failure) => (isApiError(failure) && failure.status === 409 ? refresh() : undefined),
  })
}

function Refusal({ error }: { readonly error: Error | null }) {
  const t = useTranslations('companies.watch')
  const toText = useFailureText()
  const counted = useCountValues()
  if (error === null) return null
  if (isApiError(error) && error.status === 402) return <PaymentBanner error={error} />
  const words = () => {
    if (!isApiError(error) || error.status !== 409) return toText(error)
    const limit = error.detail['limit']
    if (error.code !== 'monitor_limit') return t('taken')
    return typeof limit === 'number' ? t('limit', counted(limit)) : t('limitUnknown')
  }
  return (
    <p role="alert" className="text-danger-ink">
      {words()}
    </p>
  )
}
