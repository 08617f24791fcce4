import { BzpSkeleton } from '@/components/bzp/search/bzp-skeleton'

export default function BzpLoading() {
  return <BzpSkeleton />
}
