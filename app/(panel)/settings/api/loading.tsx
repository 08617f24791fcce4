import { SettingsApiSkeleton } from '@/components/keys/settings-api-skeleton'

export default function SettingsApiLoading() {
  return <SettingsApiSkeleton />
}
