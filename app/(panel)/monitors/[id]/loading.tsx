import { MonitorDetailSkeleton } from '@/components/monitor-detail/monitor-skeleton'

export default function MonitorLoading() {
  return <MonitorDetailSkeleton />
}
