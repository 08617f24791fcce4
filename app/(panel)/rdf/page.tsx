import { redirect } from 'next/navigation'

import type { PageProps } from '@/app/panel-page'
import { asRoute } from '@/components/layout/as-route'
import { readCompanyNumbers } from '@/lib/domain/companies/company-number'
import { companyPath, statementsSearchPath } from '@/lib/domain/routes'

/** Statements are a part of a company: with its number the part is shown, without one the search. */
export default async function StatementsAddress({ searchParams }: PageProps) {
  const { number } = await searchParams
  const [found] = typeof number === 'string' ? readCompanyNumbers(number) : []
  redirect(asRoute(found === undefined ? statementsSearchPath : companyPath(found.value, 'statements')))
}
