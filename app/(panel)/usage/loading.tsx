import { UsageSkeleton } from '@/components/usage/usage-skeleton'

export default function UsageLoading() {
  return <UsageSkeleton />
}
