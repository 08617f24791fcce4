'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { query } from '@/lib/client/queries'
import { formatDateTime } from '@/lib/domain/format/format'

import { type ListedKey, keyHint, withKey } from './key-list'

interface DeactivateDialogProps {
  /** The key in question; null while nothing is asked. */
  readonly apiKey: ListedKey | null
  readonly onClose: () => void
}

/** Names the key and what stops with it: there is no way back. */
export function DeactivateDialog({ apiKey, onClose }: DeactivateDialogProps) {
  const t = useTranslations('keys')
  // The dialog fades out with the name that it asked about.
  const [shown, setShown] = useState<ListedKey | null>(null)
  if (apiKey !== null && apiKey !== shown) setShown(apiKey)
  const name = shown?.name ?? (shown ? keyHint(shown) : '')
  const deactivate = useDeactivate(shown, onClose)
  return (
    <ConfirmDialogLazy
      title={t('deactivateTitle', { name })}
      isOpen={apiKey !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      confirmLabel={t('deactivate')}
      tone="danger"
      onConfirm={() => apiKey && deactivate.mutate({ params: { id: apiKey.id } })}
      isPending={deactivate.isPending}
    >
      {shown && <Consequence apiKey={shown} />}
    </ConfirmDialogLazy>
  )
}

function Consequence({ apiKey }: { readonly apiKey: ListedKey }) {
  const t = useTranslations('keys')
  const locale = useLocale()
  const { last_used_at: lastUsed } = apiKey
  return (
    <>
      <p>{t('deactivateText', { key: keyHint(apiKey) })}</p>
      {lastUsed !== undefined && (
        <p className="mt-2 text-muted">
          {lastUsed === null ? t('deactivateUnused') : t('deactivateUsed', { when: formatDateTime(lastUsed, locale) })}
        </p>
      )}
    </>
  )
}

function useDeactivate(key: ListedKey | null, onSettled: () => void) {
  const t = useTranslations('keys')
  const client = useQueryClient()
  const { queryKey } = query('keys.list', {})
  return useAction('keys.deactivate', {
    done: (now) => t('deactivated', { name: now.name ?? keyHint(now) }),
    failed: t('deactivateFailed', { name: key?.name ?? '' }),
    onSuccess: (now) => client.setQueryData(queryKey, (list) => list && withKey(list, now)),
    onSettled,
  })
}
