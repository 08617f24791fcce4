import { CardsPageSkeleton } from '@/components/layout/cards-page-skeleton'

export default function ProfileLoading() {
  return <CardsPageSkeleton />
}
