'use client'

import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { FailureReason } from '@/components/layout/failed-query'
import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Select } from '@/components/ui/inputs/select'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatDateTime } from '@/lib/domain/format/format'
import { type Channel, MAX_OVERLAP_HOURS, DEFAULT_OVERLAP_HOURS } from '@/lib/features/channels/contract'

/** Shows how a receiver verifies each message with the library of Standard Webhooks. */
const VERIFY = `import { Webhook } from 'standardwebhooks'
const webhook = new Webhook(secret)
const message = webhook.verify(rawBody, request.headers) // throws when it is not ours`

export function ChannelSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const t = useTranslations('channels.secret')
  return (
    <div className="space-y-4">
      <p>{t('text')}</p>
      <div className="flex flex-wrap items-center gap-2 rounded-md border bg-hover px-3 py-2">
        <code aria-label={t('label')} role="group" className="min-w-0 flex-1 basis-64 font-mono break-all">
          {secret}
        </code>
        <CopyButton value={secret} label={t('copy')} variant="primary" autoFocus />
      </div>
      <div>
        <div className="mb-1.5 flex items-center justify-between gap-2">
          <p>{t('verify')}</p>
          <CopyButton value={VERIFY} iconOnly />
        </div>
        <pre className="rounded-md bg-hover px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap">{VERIFY}</pre>
      </div>
      <div className="flex justify-end">
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
    </div>
  )
}

interface RotateChannelDialogProps {
  readonly channel: Channel
  readonly onClose: () => void
}

/** Asks how long the current secret remains valid in addition to the new one, then shows the new one once. */
export function RotateChannelDialog({ channel, onClose }: RotateChannelDialogProps) {
  const t = useTranslations('channels')
  const [secret, setSecret] = useState<string | null>(null)
  const title = t(secret === null ? 'rotate.title' : 'secret.title', { name: channel.name })
  return (
    <Dialog title={title} size="md" onClose={onClose} isDismissable={secret === null}>
      {secret === null ? (
        <RotateForm channel={channel} onClose={onClose} onCreated={setSecret} />
      ) : (
        <ChannelSecret secret={secret} onDone={onClose} />
      )}
    </Dialog>
  )
}

const HOURS = [0, 1, DEFAULT_OVERLAP_HOURS, 72, MAX_OVERLAP_HOURS] as const

function RotateForm({
  channel,
  onClose,
  onCreated,
}: RotateChannelDialogProps & { onCreated: (secret: string) => void }) {
  const t = useTranslations('channels.rotate')
  const common = useTranslations('common')
  const countValues = useCountValues()
  const locale = useLocale()
  const [hours, setHours] = useState<number>(DEFAULT_OVERLAP_HOURS)
  const [isForced, setIsForced] = useState(false)
  const rotate = useAction('channels.rotateSecret', { onSuccess: ({ secret }) => onCreated(secret ?? '') })
  const until = channel.previous_secret_until
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.mutate({ params: { id: channel.id }, body: { keep_hours: hours, force: isForced } })
  }
  const options = HOURS.map((each) => ({
    value: String(each),
    label: each === 0 ? t('none') : t('hours', countValues(each)),
  }))
  return (
    <form className="space-y-4" onSubmit={submit} noValidate>
      <p>{t('text')}</p>
      <Select
        label={t('keep')}
        value={String(hours)}
        onChange={({ target }) => setHours(Number(target.value))}
        options={options}
      />
      {until !== null && (
        <div className="space-y-2">
          <p>{t('overlap', { when: formatDateTime(until, locale) })}</p>
          <Checkbox checked={isForced} onChange={({ target }) => setIsForced(target.checked)}>
            {t('force')}
          </Checkbox>
        </div>
      )}
      {rotate.error !== null && (
        <Banner tone="danger">
          <p>{t('failed')}</p>
          <FailureReason error={rotate.error} />
        </Banner>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button type="submit" variant="primary" isPending={rotate.isPending}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}
