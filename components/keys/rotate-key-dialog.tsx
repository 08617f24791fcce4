'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import { DEFAULT_KEY_OVERLAP, type KeyOverlap, keyOverlaps } from '@/lib/domain/key-scopes'

import { KeyFailure } from './key-failure'
import { keyHint, type ListedKey } from './key-list'
import { type SecretSteps, toCreatedKey, SecretDialog } from './secret-dialog'

/** Asks how long the old key should still work, then shows its successor once. */
export function RotateKeyDialog({ apiKey, onClose }: { readonly apiKey: ListedKey; readonly onClose: () => void }) {
  const t = useTranslations('keys.rotation')
  return (
    <SecretDialog title={t('title', { name: apiKey.name ?? keyHint(apiKey) })} onClose={onClose}>
      {(steps) => <RotateKeyForm {...steps} apiKey={apiKey} />}
    </SecretDialog>
  )
}

interface RotateKeyFormProps extends SecretSteps {
  readonly apiKey: ListedKey
}

function RotateKeyForm({ apiKey, onCreated, onSending, onCancel }: RotateKeyFormProps) {
  const t = useTranslations('keys.rotation')
  const common = useTranslations('common')
  const [overlap, setOverlap] = useState<KeyOverlap>(DEFAULT_KEY_OVERLAP)
  const rotate = useAction('keys.rotate', {
    onSuccess: ({ key, secret }) => onCreated(toCreatedKey(key?.name ?? keyHint(apiKey), secret)),
    onMutate: () => onSending(true),
    onSettled: () => onSending(false),
  })
  const { isPending: isSending, error: refusal } = rotate
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.mutate({ params: { id: apiKey.id }, body: { overlap_minutes: overlap } })
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
