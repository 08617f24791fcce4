'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import { call } from '@/lib/client/browser'
import { DEFAULT_KEY_OVERLAP, type KeyOverlap, keyOverlaps } from '@/lib/domain/key-scopes'

import { KeyFailure } from './key-failure'
import { keyHint, type ListedKey } from './key-list'
import { type MadeKey, toMadeKey } from './made-key'
import { SecretDialog } from './secret-dialog'

interface RotateKeyDialogProps {
  readonly apiKey: ListedKey
  readonly onClose: () => void
}

/** Asks how long the key works on beside its successor, then shows that once. */
export function RotateKeyDialog({ apiKey, onClose }: RotateKeyDialogProps) {
  const t = useTranslations('keys.rotation')
  return (
    <SecretDialog title={t('title', { name: apiKey.name ?? keyHint(apiKey) })} onClose={onClose}>
      {(steps) => <RotateKeyForm {...steps} apiKey={apiKey} onCancel={onClose} />}
    </SecretDialog>
  )
}

interface RotateKeyFormProps {
  readonly apiKey: ListedKey
  readonly onMade: (made: MadeKey) => void
  readonly onSending: (isSending: boolean) => void
  readonly onCancel: () => void
}

function RotateKeyForm({ apiKey, onMade, onSending, onCancel }: RotateKeyFormProps) {
  const t = useTranslations('keys.rotation')
  const common = useTranslations('common')
  const [overlap, setOverlap] = useState<KeyOverlap>(DEFAULT_KEY_OVERLAP)
  const { rotate, refusal, isSending } = useRotateKey(apiKey, { onMade, onSending })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void rotate(overlap)
  }
  return (
    <form className="space-y-4" onSubmit={submit} noValidate>
      <p>{t('text', { key: keyHint(apiKey) })}</p>
      <Select
        label={t('overlap')}
        hint={t('overlapHint')}
        autoFocus
        value={String(overlap)}
        onChange={({ target }) =>
          setOverlap(keyOverlaps.find((each) => String(each) === target.value) ?? DEFAULT_KEY_OVERLAP)
        }
        options={keyOverlaps.map((value) => ({ value: String(value), label: t(`overlaps.${value}`) }))}
      />
      {refusal !== null && <KeyFailure title={t('failed')} error={refusal} />}
      <div className="flex justify-end gap-2">
        <Button onClick={isSending ? undefined : onCancel} aria-disabled={isSending}>
          {common('cancel')}
        </Button>
        <Button type="submit" variant="primary" isPending={isSending}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}

/** Calls the service directly: a mutation of TanStack Query would keep its answer, the full key, in a cache. */
function useRotateKey(apiKey: ListedKey, { onMade, onSending }: Pick<RotateKeyFormProps, 'onMade' | 'onSending'>) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const [isSending, setIsSending] = useState(false)
  const tell = (is: boolean) => {
    setIsSending(is)
    onSending(is)
  }
  const rotate = async (overlap: KeyOverlap) => {
    tell(true)
    try {
      const body = { overlap_minutes: overlap }
      const { key, secret } = await call('keys.rotate', { params: { id: apiKey.id }, body })
      void client.invalidateQueries({ queryKey: ['keys'] })
      onMade(toMadeKey(key?.name ?? keyHint(apiKey), secret))
    } catch (error) {
      setRefusal(error instanceof Error ? error : new Error(String(error)))
    }
    tell(false)
  }
  return { rotate, refusal, isSending }
}
