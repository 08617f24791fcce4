import { AuditSkeleton } from '@/components/audit/audit-skeleton'

export default function AuditLoading() {
  return <AuditSkeleton />
}
