'use client'

import { useRef } from 'react'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useNearView } from '@/components/ui/lazy/use-near-view'
import { SkeletonCard } from '@/components/ui/skeleton-card'
import type { PricedCall } from '@/lib/contract/prices'

const SKELETON_ROWS = 6
const Place = () => <SkeletonCard rows={SKELETON_ROWS} />

const Loaded = lazyComponent(() => import('./price-card').then((module) => module.PriceCard), Place)

/** `PriceCard`, fetched when the end of the page comes near. */
export function PriceCardLazy({ calls }: { readonly calls: readonly PricedCall[] }) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNearView(place)
  return <div ref={place}>{isNear ? <Loaded calls={calls} /> : <Place />}</div>
}
