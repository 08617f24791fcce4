'use client'

import { useRef } from 'react'

import { Card } from '@/components/ui/card'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useNearView } from '@/components/ui/lazy/use-near-view'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { PricedCall } from '@/lib/contract/prices'

const SKELETON_ROWS = 6
const Place = () => (
  <Card>
    <SkeletonRows rows={SKELETON_ROWS} />
  </Card>
)

const Loaded = lazyComponent(() => import('./price-card').then((module) => module.PriceCard), Place)

/** `PriceCard`, fetched when the end of the page comes near. */
export function PriceCardLazy({ calls }: { readonly calls: readonly PricedCall[] }) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNearView(place)
  return <div ref={place}>{isNear ? <Loaded calls={calls} /> : <Place />}</div>
}
