import { redirect } from 'next/navigation'

import { asRoute } from '@/components/layout/as-route'
import { routes } from '@/lib/domain/routes'

/** A company has a number; without one it is looked for. */
export default function CompaniesAddress() {
  redirect(asRoute(routes.search))
}
