import { redirect } from 'next/navigation'

import { asRoute } from '@/components/layout/as-route'
import { routes } from '@/lib/domain/routes'

/** Without a number the search page is shown. */
export default function CompaniesAddress() {
  redirect(asRoute(routes.search))
}
