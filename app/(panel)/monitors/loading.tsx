import { MonitorsLoading } from '@/components/monitors/monitors-skeleton'

export default function Loading() {
  return <MonitorsLoading />
}
