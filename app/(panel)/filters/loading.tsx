import { FiltersLoading } from '@/components/filters/filters-skeleton'

export default function Loading() {
  return <FiltersLoading />
}
