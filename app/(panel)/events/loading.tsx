import { EventsSkeleton } from '@/components/events/events-skeleton'

export default function EventsLoading() {
  return <EventsSkeleton />
}
