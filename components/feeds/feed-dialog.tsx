'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod'

import { TextInputField } from '@/components/forms/field'
import { Form, SubmitButton } from '@/components/forms/form'
import { RadioField, SelectField } from '@/components/forms/select-field'
import { useZodForm } from '@/components/forms/use-zod-form'
import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { ActionAnswer } from '@/lib/client/browser'
import { isApiError } from '@/lib/domain/api-error'
import { eventSources, isEventSource, sourceName } from '@/lib/domain/events/sources'
import { feedKinds, feedOperations, MAX_FEED_NAME_LENGTH } from '@/lib/features/feeds/contract'

import { FeedAddress } from './feed-address'

type CreatedFeed = ActionAnswer<'feeds.create'>

export function FeedDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('feeds')
  const [created, setCreated] = useState<CreatedFeed>()
  const title = created ? t('address.title', { name: created.feed.name }) : t('dialog.title')
  return (
    <Dialog title={title} onClose={onClose}>
      {created ? (
        <FeedAddress url={created.url} onDone={onClose} />
      ) : (
        <FeedForm onCreated={setCreated} onCancel={onClose} />
      )}
    </Dialog>
  )
}

const schema = z.object({
  ...feedOperations['feeds.create'].body.pick({ kind: true, name: true }).shape,
  source: z.string(),
  tag: z.string().trim(),
})

function FeedForm({
  onCreated,
  onCancel,
}: {
  readonly onCreated: (created: CreatedFeed) => void
  readonly onCancel: () => void
}) {
  const t = useTranslations('feeds')
  const locale = useLocale()
  const form = useZodForm({
    schema,
    defaultValues: { kind: 'calendar', name: '', source: '', tag: '' },
    words: { name: { required: t('dialog.nameMissing') } },
  })
  const { mutateAsync, error } = useAction('feeds.create', { onSuccess: onCreated })
  const sources = eventSources.map((each) => ({ value: each, label: sourceName(each, locale) }))
  return (
    <Form
      form={form}
      onSubmit={({ kind, name, source, tag }) =>
        mutateAsync({
          body: { kind, name, sources: isEventSource(source) ? [source] : [], tag: tag === '' ? null : tag },
        })
      }
      onRefused={() => undefined}
      failure={
        <p role="alert" className="text-danger-ink">
          {t(isApiError(error) && error.code === 'limit' ? 'dialog.limit' : 'dialog.failed')}
        </p>
      }
      actions={
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
          <SubmitButton form={form}>{t('dialog.submit')}</SubmitButton>
        </div>
      }
    >
      <RadioField
        name="kind"
        label={t('dialog.kind')}
        options={feedKinds.map((kind) => ({
          value: kind,
          label: t(`shortKinds.${kind}`),
          description: t(`kinds.${kind}`),
        }))}
      />
      <TextInputField name="name" label={t('dialog.name')} maxLength={MAX_FEED_NAME_LENGTH} />
      <SelectField
        name="source"
        label={t('dialog.source')}
        options={[{ value: '', label: t('dialog.allSources') }, ...sources]}
      />
      <TextInputField name="tag" label={t('dialog.tag')} hint={t('dialog.tagHint')} isOptional maxLength={50} />
    </Form>
  )
}
