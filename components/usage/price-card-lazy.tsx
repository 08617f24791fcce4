'use client'

import { useRef } from 'react'

import { Card } from '@/components/ui/card'
import { lazyPart } from '@/components/ui/lazy-part'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useNearView } from '@/components/ui/use-near-view'
import type { PricedCall } from '@/lib/contract/prices'

const SKELETON_ROWS = 6
const Place = () => (
  <Card>
    <SkeletonRows rows={SKELETON_ROWS} />
  </Card>
)

const Loaded = lazyPart(() => import('./price-card').then((module) => module.PriceCard), Place)

/** `PriceCard`, fetched when the end of the page comes near. */
export function PriceCardLazy({ calls }: { readonly calls: readonly PricedCall[] }) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNearView(place)
  return <div ref={place}>{isNear ? <Loaded calls={calls} /> : <Place />}</div>
}
