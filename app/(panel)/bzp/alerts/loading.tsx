import { BzpAlertsSkeleton } from '@/components/bzp/alerts/bzp-alerts-skeleton'

export default function Loading() {
  return <BzpAlertsSkeleton />
}
