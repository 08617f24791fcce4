'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

import type { OfferListProps } from './offer-list'
import { LazyOfferList } from './offer-list-lazy'

/** Other forms and synonyms of the keywords, once they are asked for; never used by themselves. */
export function KeywordOffers({ filter, onChange }: Omit<OfferListProps, 'id'>) {
  const t = useTranslations('bzp.words')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  if (filter.keywords.length === 0) return null
  return (
    <div className="-mt-2 space-y-1.5">
      <Button
        size="sm"
        variant="ghost"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        {t('open')}
      </Button>
      {isOpen && <LazyOfferList id={id} filter={filter} onChange={onChange} />}
    </div>
  )
}
