'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'

import { diffDraft, draftOf, type FilterDraft, type FilterRecord } from './filter-draft'

interface ConflictBannerProps {
  readonly saved: FilterDraft
  readonly theirs: FilterRecord
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
}

/** Somebody else saved this filter meanwhile: says when and what, and leaves the choice. */
export function ConflictBanner({ saved, theirs, onTakeTheirs, onKeepMine }: ConflictBannerProps) {
  const t = useTranslations('filters.conflict')
  const counted = useCountValues()
  const { added, removed } = diffDraft(saved, draftOf(theirs))
  return (
    <Banner
      tone="warn"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onTakeTheirs}>
            {t('theirs')}
          </Button>
          <Button size="sm" onClick={onKeepMine}>
            {t('mine')}
          </Button>
        </span>
      }
    >
      <p>
        {t('text')} {theirs.updated_at !== undefined && <Time instant={theirs.updated_at} format="relative" />}
      </p>
      <p className="text-sm">{t('diff', { added: counted(added).count, removed: counted(removed).count })}</p>
    </Banner>
  )
}
