import { BzpSkeleton } from '@/components/bzp/bzp-skeleton'

export default function BzpLoading() {
  return <BzpSkeleton />
}
