'use client'

import { useTranslations } from 'use-intl'

import { EmptyState } from '@/components/ui/empty-state'

/** Tells what to do only where it can be done. */
export function KeysEmpty({ canCreate }: { readonly canCreate: boolean }) {
  const t = useTranslations('keys')
  return <EmptyState title={t('empty')}>{canCreate ? t('emptyHint') : undefined}</EmptyState>
}
