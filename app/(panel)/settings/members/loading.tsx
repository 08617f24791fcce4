import { MembersSkeleton } from '@/components/members/members-skeleton'

export default function MembersLoading() {
  return <MembersSkeleton />
}
