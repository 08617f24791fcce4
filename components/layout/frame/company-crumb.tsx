'use client'

import { panelQuery } from '@/lib/client/queries'
import { routes } from '@/lib/domain/routes'

import { useKnownAnswer } from './use-known-answer'

/** The company that the page is of, once the page knows its name. A phone has no room for it beside the way back. */
export function CompanyCrumb({ pathname }: { readonly pathname: string }) {
  const number = numberIn(pathname)
  return number === undefined ? null : <NamedCrumb number={number} />
}

function NamedCrumb({ number }: { readonly number: string }) {
  const name = useKnownAnswer(panelQuery('companies.get', { params: { number } }))?.company?.name
  return name === undefined ? null : (
    <>
      <li aria-hidden className="text-muted max-sm:hidden">
        /
      </li>
      <li aria-current="page" className="truncate font-semibold max-sm:hidden">
        <bdi>{name}</bdi>
      </li>
    </>
  )
}

function numberIn(pathname: string): string | undefined {
  const [, number] = new RegExp(`^${routes.companies}/([^/]+)$`).exec(pathname) ?? []
  try {
    return number === undefined ? undefined : decodeURIComponent(number)
  } catch {
    return undefined
  }
}
