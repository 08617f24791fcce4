import { RulesSkeleton } from '@/components/notifications/rules-skeleton'

export default function NotificationsLoading() {
  return <RulesSkeleton />
}
