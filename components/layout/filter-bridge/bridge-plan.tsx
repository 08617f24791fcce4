'use client'

import { useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { type FilterListName, MAX_FILTER_ITEMS } from '@/lib/domain/filter-lists'

type Plan = PanelAnswer<'filterBridges.plan'>

/** How many monitors give what to which list, and what is left out and why. */
export function BridgePlan({ plan, isNew }: { readonly plan: Plan; readonly isNew: boolean }) {
  const t = useTranslations('filter-bridge')
  const counted = useCountValues()
  const { lists, by_filter: byFilter, unlisted, missing, too_long: tooLong } = plan
  const nameOf = (list: FilterListName) => t(`lists.${list}`)
  const parts = lists.map(({ list, count }) => `${counted(count).count} ${nameOf(list)}`).join(', ')
  return (
    <div className="grid gap-1 rounded-md border px-3 py-2.5 tabular" role="status">
      <p className="font-medium">
        {t('monitors', counted(plan.monitors))}
        {parts !== '' && `: ${parts}`}
      </p>
      {lists.length === 0 && <p>{t('nothing')}</p>}
      {!isNew && lists.length > 0 && (
        <p>{t('difference', { added: counted(plan.added).count, held: counted(plan.held).count })}</p>
      )}
      {byFilter > 0 && <p className="text-sm text-muted">{t('byFilter', counted(byFilter))}</p>}
      {unlisted > 0 && <p className="text-sm text-muted">{t('unlisted', counted(unlisted))}</p>}
      {missing > 0 && <p className="text-sm text-muted">{t('missing', counted(missing))}</p>}
      {lists.length > 0 && byFilter + unlisted + missing === 0 && (
        <p className="text-sm text-muted">{t('nothingLeftOut')}</p>
      )}
      {tooLong.map(({ list, count }) => (
        <p key={list} className="text-danger-ink">
          {t('tooLong', {
            list: nameOf(list),
            ...counted(count),
            max: counted(MAX_FILTER_ITEMS).count,
            over: counted(count - MAX_FILTER_ITEMS).count,
          })}
        </p>
      ))}
    </div>
  )
}
