import { Card } from './card'
import { SkeletonRows } from './skeleton'

export function SkeletonCard({ rows }: { readonly rows: number }) {
  return (
    <Card>
      <SkeletonRows rows={rows} />
    </Card>
  )
}
