import { Card } from './card'
import { SkeletonRows } from './skeleton'

/** The place of a card whose rows are on their way. */
export function SkeletonCard({ rows }: { readonly rows: number }) {
  return (
    <Card>
      <SkeletonRows rows={rows} />
    </Card>
  )
}
