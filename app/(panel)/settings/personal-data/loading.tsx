import { PersonalDataSkeleton } from '@/components/personal-data/personal-data-skeleton'

export default function PersonalDataLoading() {
  return <PersonalDataSkeleton />
}
