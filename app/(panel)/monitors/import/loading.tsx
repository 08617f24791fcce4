import { ImportLoading } from '@/components/monitor-import/import-skeleton'

export default function Loading() {
  return <ImportLoading />
}
