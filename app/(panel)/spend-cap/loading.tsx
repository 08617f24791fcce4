import { SpendCapSkeleton } from '@/components/spend-cap/spend-cap-skeleton'

export default function SpendCapLoading() {
  return <SpendCapSkeleton />
}
