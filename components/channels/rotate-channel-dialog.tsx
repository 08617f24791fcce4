'use client'

import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { FailureReason } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Select } from '@/components/ui/inputs/select'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelCall } from '@/lib/client/browser'
import { type Channel, MAX_OVERLAP_HOURS, USUAL_OVERLAP_HOURS } from '@/lib/contract/panel/channels'
import { formatDateTime } from '@/lib/domain/format/format'

import { ChannelSecret } from './channel-secret'
import { useRefreshChannels } from './use-channel-changes'

interface RotateChannelDialogProps {
  readonly channel: Channel
  readonly onClose: () => void
}

/** Asks how long the present secret signs beside its successor, then shows that once. */
export function RotateChannelDialog({ channel, onClose }: RotateChannelDialogProps) {
  const t = useTranslations('channels')
  const [secret, setSecret] = useState<string | null>(null)
  const title = t(secret === null ? 'rotate.title' : 'secret.title', { name: channel.name })
  return (
    <Dialog
      title={title}
      size="md"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={secret === null}
    >
      {secret === null ? (
        <RotateForm channel={channel} onClose={onClose} onMade={setSecret} />
      ) : (
        <ChannelSecret secret={secret} onDone={onClose} />
      )}
    </Dialog>
  )
}

const HOURS = [0, 1, USUAL_OVERLAP_HOURS, 72, MAX_OVERLAP_HOURS] as const

function RotateForm({ channel, onClose, onMade }: RotateChannelDialogProps & { onMade: (secret: string) => void }) {
  const t = useTranslations('channels.rotate')
  const common = useTranslations('common')
  const counted = useCountValues()
  const locale = useLocale()
  const [hours, setHours] = useState<number>(USUAL_OVERLAP_HOURS)
  const [isForced, setIsForced] = useState(false)
  const { rotate, refusal, isSending } = useRotate(channel, onMade)
  const until = channel.previous_secret_until
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void rotate({ keep_hours: hours, force: isForced })
  }
  const options = HOURS.map((each) => ({
    value: String(each),
    label: each === 0 ? t('none') : t('hours', counted(each)),
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
      {refusal !== null && (
        <Banner tone="danger">
          <p>{t('failed')}</p>
          <FailureReason error={refusal} />
        </Banner>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button type="submit" variant="primary" isPending={isSending}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}

/** Calls directly: a mutation of TanStack Query would keep its answer, the secret, in a cache. */
function useRotate({ id }: Channel, onMade: (secret: string) => void) {
  const refresh = useRefreshChannels()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const [isSending, setIsSending] = useState(false)
  const rotate = async (body: { keep_hours: number; force: boolean }) => {
    setIsSending(true)
    try {
      const { secret } = await panelCall('channels.rotateSecret', { params: { id }, body })
      void refresh()
      onMade(secret ?? '')
    } catch (error) {
      setRefusal(error instanceof Error ? error : new Error(String(error)))
    }
    setIsSending(false)
  }
  return { rotate, refusal, isSending }
}
