'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { panelQuery } from '@/lib/client/queries'
import { capActor } from '@/lib/domain/files/usage-file'
import { formatZloty } from '@/lib/domain/format/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'

import type { CapConflict } from './use-cap-form'

type Author =
  | { readonly kind: 'own' | 'outside' | 'unknown' }
  | { readonly kind: 'other' | 'key'; readonly who: string }

/** Whose change it is, by the history; unknown while that does not have it yet. */
function useAuthor(conflict: CapConflict | null): Author {
  const { email } = useViewer()
  const { data } = useQuery({ ...panelQuery('spendCap.history', {}), enabled: conflict !== null, staleTime: 0 })
  const newest = data?.items[0]
  if (newest === undefined || newest.to_pln !== conflict?.nowPln) return { kind: 'unknown' }
  if (newest.source === 'outside' || newest.actor === null) return { kind: 'outside' }
  if (newest.source === 'key') return { kind: 'key', who: capActor(newest.actor) }
  return newest.actor === email ? { kind: 'own' } : { kind: 'other', who: newest.actor }
}

interface CapConflictBannerProps {
  readonly conflict: CapConflict | null
  readonly onTake: () => void
}

/** Another change, and whose it is, before it is overwritten. */
export function CapConflictBanner({ conflict, onTake }: CapConflictBannerProps) {
  const t = useTranslations('spend-cap.conflict')
  const locale = useLocale()
  const author = useAuthor(conflict)
  if (conflict === null) return null
  const amount = (capPln: number | null) => formatZloty(capPln ?? DEFAULT_CEILING_PLN, locale)
  const action = (
    <Button size="sm" onClick={onTake}>
      {t('take')}
    </Button>
  )
  return (
    <Banner tone="warn" action={action}>
      {t(author.kind, { ...author, now: amount(conflict.nowPln), before: amount(conflict.beforePln) })}
    </Banner>
  )
}
