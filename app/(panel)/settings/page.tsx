import { redirect } from 'next/navigation'

import { asRoute } from '@/components/layout/as-route'
import { firstSettings } from '@/components/layout/frame/navigation'
import { requireSession } from '@/lib/server/auth'

/** Redirects to the first settings page that the role may see. */
export default async function SettingsPage() {
  const { user } = await requireSession()
  redirect(asRoute(firstSettings(user.role)))
}
