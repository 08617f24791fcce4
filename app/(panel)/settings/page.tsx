import { redirect } from 'next/navigation'

import { routes } from '@/lib/domain/routes'
import { requireSession } from '@/lib/server/auth'

/** Redirects to the first page of Settings, which every role may see. */
export default async function SettingsPage() {
  await requireSession()
  redirect(routes.settingsProfile)
}
