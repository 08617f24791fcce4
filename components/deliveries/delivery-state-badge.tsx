'use client'

import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import type { DeliveryState } from '@/lib/features/deliveries/domain/delivery-states'

const tones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'warn',
  delivered: 'accent',
  dead: 'danger',
  cancelled: 'neutral',
}

export function DeliveryStateBadge({ state }: { readonly state: DeliveryState }) {
  const t = useTranslations('deliveries.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}
