'use client'

import { useTranslations } from 'use-intl'

import { ShortPrice, usePoolRoom } from '@/components/meters/price-line'
import { Button } from '@/components/ui/button'

import type { CompanyPartHandle } from './use-company-part'

interface RequestButtonProps {
  readonly part: CompanyPartHandle
  readonly kind: 'first' | 'next' | 'again'
}

export function RequestButton({ part, kind }: RequestButtonProps) {
  const t = useTranslations('price.part')
  const { price, asking, reason, ask } = part
  // A call that will be refused is no primary action, but may still be tried: the meter may be a minute old.
  const { stop } = usePoolRoom(price?.pool ?? 'lookups')
  const isPrimary = kind === 'first' && (stop ?? null) === null
  const page = kind === 'next' ? 'next' : 'first'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        size={kind === 'first' ? 'md' : 'sm'}
        variant={isPrimary ? 'primary' : 'secondary'}
        isPending={asking.isPending && asking.variables.body.page === page}
        disabledReason={reason}
        onClick={() => ask(page)}
      >
        {t(kind)}
      </Button>
      {price && <ShortPrice {...price} />}
    </div>
  )
}
