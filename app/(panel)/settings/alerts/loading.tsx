import { AlertsSkeleton } from '@/components/alerts/alerts-skeleton'

export default function AlertsLoading() {
  return <AlertsSkeleton />
}
