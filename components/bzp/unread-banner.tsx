'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'

import type { UnreadValue } from './alert-filter'

const MAX_SHOWN = 40

interface UnreadBannerProps {
  readonly unread: readonly UnreadValue[]
  readonly onForget: () => void
}

/** Conditions of a link that stand for nothing: without a word, their absence would look like an answer. */
export function UnreadBanner({ unread, onForget }: UnreadBannerProps) {
  const t = useTranslations('bzp')
  if (unread.length === 0) return null
  const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
  const conditions = unread.map(({ list, text }) =>
    t('unread.condition', { list: t(`fields.${list}.label`), value: shown(text) }),
  )
  const action = (
    <Button size="sm" onClick={onForget}>
      {t('unread.forget')}
    </Button>
  )
  return (
    <div className="mb-4">
      <Banner tone="warn" action={action}>
        <span className="break-words">{t('unread.text', { conditions: conditions.join(', ') })}</span>
      </Banner>
    </div>
  )
}
