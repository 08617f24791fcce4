import { AccountSettingsSkeleton } from '@/components/account-settings/account-settings-skeleton'

export default function AccountSettingsLoading() {
  return <AccountSettingsSkeleton />
}
