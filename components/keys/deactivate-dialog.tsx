'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { SubjectDialog } from '@/components/ui/overlay/subject-dialog'
import { query } from '@/lib/client/queries'
import { formatDateTime } from '@/lib/domain/format/format'

import { type ListedKey, keyHint, withKey } from './key-list'

interface DeactivateDialogProps {
  /** The key in question; undefined while nothing is asked. */
  readonly apiKey: ListedKey | undefined
  readonly onClose: () => void
}

/** Names the key and what stops with it: there is no way back. */
export function DeactivateDialog({ apiKey, onClose }: DeactivateDialogProps) {
  const t = useTranslations('keys')
  const client = useQueryClient()
  const { queryKey } = query('keys.list', {})
  const deactivate = useAction('keys.deactivate', {
    done: (now) => t('deactivated', { name: now.name ?? keyHint(now) }),
    failed: t('deactivateFailed', { name: apiKey?.name ?? '' }),
    onSuccess: (now) => client.setQueryData(queryKey, (list) => list && withKey(list, now)),
    onSettled: onClose,
  })
  return (
    <SubjectDialog
      subject={apiKey}
      question={(shown) => ({
        title: t('deactivateTitle', { name: shown.name ?? keyHint(shown) }),
        confirmLabel: t('deactivate'),
        text: <Consequence apiKey={shown} />,
      })}
      onConfirm={({ id }) => deactivate.mutate({ params: { id } })}
      onClose={onClose}
      isPending={deactivate.isPending}
    />
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
