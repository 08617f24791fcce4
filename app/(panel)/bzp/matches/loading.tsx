import { BzpMatchesSkeleton } from '@/components/bzp/matches/bzp-matches-skeleton'

export default function Loading() {
  return <BzpMatchesSkeleton />
}
