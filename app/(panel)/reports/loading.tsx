import { ReportsSkeleton } from '@/components/reports/reports-skeleton'

export default function ReportsLoading() {
  return <ReportsSkeleton />
}
