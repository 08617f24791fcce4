'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { panelMutation } from '@/lib/client/queries'
import type { PanelInput } from '@/lib/contract/panel-table'
import { type FeedKind, feedKinds } from '@/lib/contract/panel/feeds'
import { isApiError } from '@/lib/domain/api-error'
import { eventSources, isEventSource, sourceName } from '@/lib/domain/events/sources'

import { FeedAddress } from './feed-address'

interface FeedDialogProps {
  readonly onClose: () => void
}

/** A form first, then the address once. */
export function FeedDialog({ onClose }: FeedDialogProps) {
  const t = useTranslations('feeds')
  const client = useQueryClient()
  const create = useMutation({
    ...panelMutation('feeds.create'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['panel', 'feeds'] }),
  })
  const made = create.data
  const title = made ? t('address.title', { name: made.feed.name }) : t('dialog.title')
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isDismissable={!create.isPending}>
      {made ? (
        <FeedAddress url={made.url} onDone={onClose} />
      ) : (
        <FeedForm
          onSubmit={(body) => create.mutate({ body })}
          onCancel={onClose}
          isPending={create.isPending}
          error={create.error}
        />
      )}
    </Dialog>
  )
}

type Body = PanelInput<'feeds.create'>['body']

interface FeedFormProps {
  readonly onSubmit: (body: Body) => void
  readonly onCancel: () => void
  readonly isPending: boolean
  readonly error: Error | null
}

function FeedForm({ onSubmit, onCancel, isPending, error }: FeedFormProps) {
  const t = useTranslations('feeds')
  const locale = useLocale()
  const [kind, setKind] = useState<FeedKind>('calendar')
  const [name, setName] = useState('')
  const [source, setSource] = useState('')
  const [tag, setTag] = useState('')
  const [isChecked, setChecked] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (name.trim() === '' || isPending) return
    onSubmit({ kind, name, sources: isEventSource(source) ? [source] : [], tag: tag.trim() === '' ? null : tag })
  }
  const sources = eventSources.map((each) => ({ value: each, label: sourceName(each, locale) }))
  return (
    <form noValidate className="space-y-4" onSubmit={submit}>
      <FeedKindField value={kind} onChange={setKind} />
      <TextField
        label={t('dialog.name')}
        value={name}
        maxLength={60}
        onChange={({ target }) => setName(target.value)}
        error={isChecked && name.trim() === '' ? t('dialog.nameMissing') : undefined}
      />
      <Select
        label={t('dialog.source')}
        value={source}
        onChange={({ target }) => setSource(target.value)}
        options={[{ value: '', label: t('dialog.allSources') }, ...sources]}
      />
      <TextField
        label={t('dialog.tag')}
        hint={t('dialog.tagHint')}
        isOptional
        value={tag}
        maxLength={50}
        onChange={({ target }) => setTag(target.value)}
      />
      {error !== null && (
        <p role="alert" className="text-danger-ink">
          {t(isApiError(error) && error.code === 'limit' ? 'dialog.limit' : 'dialog.failed')}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {t('dialog.submit')}
        </Button>
      </div>
    </form>
  )
}

interface FeedKindFieldProps {
  readonly value: FeedKind
  readonly onChange: (kind: FeedKind) => void
}

function FeedKindField({ value, onChange }: FeedKindFieldProps) {
  const t = useTranslations('feeds')
  return (
    <RadioGroup
      label={t('dialog.kind')}
      value={value}
      onChange={onChange}
      options={feedKinds.map((kind) => ({
        value: kind,
        label: t(`shortKinds.${kind}`),
        description: t(`kinds.${kind}`),
      }))}
    />
  )
}
