import { CardsPageSkeleton } from '@/components/layout/cards-page-skeleton'

export default function AccountSettingsLoading() {
  return <CardsPageSkeleton />
}
