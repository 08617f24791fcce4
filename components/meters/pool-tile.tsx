'use client'

import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'

import { PoolMeter } from './pool-meter'
import { PoolFigures, poolInks } from './pool-row'
import type { PoolView } from './pools'
import { usePoolName } from './use-pool-name'
import { usePoolWords, useResetWords } from './use-pool-words'

export function PoolTile({ pool, now }: { readonly pool: PoolView; readonly now: Date }) {
  const words = usePoolWords()(pool, now)
  const reset = useResetWords()(pool.resetsAt, now)
  return (
    <Card>
      <div className="px-4 py-3">
        <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="font-medium">{usePoolName(pool.name)}</p>
          <PoolFigures used={pool.used} limit={pool.limit} />
        </div>
        <PoolMeter pool={pool} words={[words, reset]} />
        <p className={classNames('text-sm', words === undefined ? 'text-muted' : poolInks[pool.tone])}>
          {words ?? reset}
        </p>
      </div>
    </Card>
  )
}
