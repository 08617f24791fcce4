'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'

import { MAX_VALUES } from '../filter/alert-filter'
import type { InvalidCondition } from '../filter/search-state'

/** Characters that are shown of each invalid condition. */
const MAX_CHARACTERS = 40
const MAX_CONDITIONS = 5

interface InvalidConditionsBannerProps {
  readonly invalid: readonly InvalidCondition[]
  readonly onForget: () => void
}

/** Warns of invalid conditions in a link, which would otherwise be missing unnoticed. */
export function InvalidConditionsBanner({ invalid, onForget }: InvalidConditionsBannerProps) {
  const t = useTranslations('bzp.unread')
  const listOf = useConditionList()
  if (invalid.length === 0) return null
  const wrong = invalid.filter(({ isBeyond }) => isBeyond !== true)
  const beyond = invalid.filter(({ isBeyond }) => isBeyond === true)
  const action = (
    <Button size="sm" onClick={onForget}>
      {t('forget')}
    </Button>
  )
  return (
    <Banner tone="warn" action={action} className="mb-4">
      {wrong.length > 0 && <p className="break-words">{t('text', { conditions: listOf(wrong) })}</p>}
      {beyond.length > 0 && <p className="break-words">{t('many', { max: MAX_VALUES, conditions: listOf(beyond) })}</p>}
    </Banner>
  )
}

/** Control characters would be invisible. */
function toShown(text: string): string {
  const visible = text.replaceAll(/\p{Cc}/gu, '\uFFFD')
  return visible.length > MAX_CHARACTERS ? `${visible.slice(0, MAX_CHARACTERS)}…` : visible
}

function useConditionList(): (conditions: readonly InvalidCondition[]) => string {
  const t = useTranslations('bzp')
  const countValues = useCountValues()
  return (conditions) => {
    const shownConditions = conditions.slice(0, MAX_CONDITIONS).map(({ field, text, isCompared }) => {
      const condition = t('unread.condition', { list: t(`fields.${field}.label`), value: toShown(text) })
      return isCompared ? t('unread.compared', { condition }) : condition
    })
    const others = conditions.length - shownConditions.length
    return others === 0
      ? shownConditions.join(', ')
      : `${shownConditions.join(', ')} ${t('unread.more', countValues(others))}`
  }
}
